<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en">
<context>
    <name>masu::ui::BrowseAppend</name>
    <message numerus="yes">
        <source>Appended %n sample(s).</source>
        <translation>
            <numerusform>Appended %n sample.</numerusform>
            <numerusform>Appended %n samples.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rejected %n record(s): see %1.</source>
        <translation>
            <numerusform>Rejected %n record: see %1.</numerusform>
            <numerusform>Rejected %n records: see %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowseDetails</name>
    <message numerus="yes">
        <source>%n sample(s), %1</source>
        <translation>
            <numerusform>%n sample, %1</numerusform>
            <numerusform>%n samples, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowseFacts</name>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowsePage</name>
    <message numerus="yes">
        <source>&lt;b&gt;%1&lt;/b&gt; of %n sample(s)</source>
        <translation>
            <numerusform>&lt;b&gt;%1&lt;/b&gt; of %n sample</numerusform>
            <numerusform>&lt;b&gt;%1&lt;/b&gt; of %n samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&lt;b&gt;%n&lt;/b&gt; sample(s)</source>
        <translation>
            <numerusform>&lt;b&gt;%n&lt;/b&gt; sample</numerusform>
            <numerusform>&lt;b&gt;%n&lt;/b&gt; samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied %n sample(s).</source>
        <translation>
            <numerusform>Copied %n sample.</numerusform>
            <numerusform>Copied %n samples.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowseSeen</name>
    <message numerus="yes">
        <source>Learned from %n time(s).</source>
        <translation>
            <numerusform>Learned from %n time.</numerusform>
            <numerusform>Learned from %n times.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowseTable</name>
    <message numerus="yes">
        <source>%n sample(s) selected</source>
        <translation>
            <numerusform>%n sample selected</numerusform>
            <numerusform>%n samples selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ClassFiguresModel</name>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ExportForm</name>
    <message numerus="yes">
        <source>%n shard(s) of %1</source>
        <translation>
            <numerusform>%n shard of %1</numerusform>
            <numerusform>%n shards of %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ExportPage</name>
    <message numerus="yes">
        <source>%n shard(s)</source>
        <translation>
            <numerusform>%n shard</numerusform>
            <numerusform>%n shards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n shard(s) of a stopped export kept.</source>
        <translation>
            <numerusform>%n shard of a stopped export kept.</numerusform>
            <numerusform>%n shards of a stopped export kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export %n shard(s)</source>
        <translation>
            <numerusform>Export %n shard</numerusform>
            <numerusform>Export %n shards</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n file</numerusform>
            <numerusform>%n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::FitView</name>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportDialectBar</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n files</source>
        <translation>
            <numerusform>%1, %n file</numerusform>
            <numerusform>%1, %n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportForecastPanel</name>
    <message numerus="yes">
        <source>%n number(s)</source>
        <translation>
            <numerusform>%n number</numerusform>
            <numerusform>%n numbers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n categories</source>
        <translation>
            <numerusform>%n category</numerusform>
            <numerusform>%n categories</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportNotes</name>
    <message numerus="yes">
        <source>%n more note(s); masu inspect shows them all.</source>
        <translation>
            <numerusform>%n more note; masu inspect shows them all.</numerusform>
            <numerusform>%n more notes; masu inspect shows them all.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportPage</name>
    <message numerus="yes">
        <source>Import %n recording(s)</source>
        <translation>
            <numerusform>Import %n recording</numerusform>
            <numerusform>Import %n recordings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) of an interrupted import kept.</source>
        <translation>
            <numerusform>%n sample of an interrupted import kept.</numerusform>
            <numerusform>%n samples of an interrupted import kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) written in %1.</source>
        <translation>
            <numerusform>%n sample written in %1.</numerusform>
            <numerusform>%n samples written in %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The filter left out %n record(s).</source>
        <translation>
            <numerusform>The filter left out %n record.</numerusform>
            <numerusform>The filter left out %n records.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n record(s) did not fit: see %2.</source>
        <translation>
            <numerusform>%1 of %n record did not fit: see %2.</numerusform>
            <numerusform>%1 of %n records did not fit: see %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportPlanModel</name>
    <message numerus="yes">
        <source>%n class(es)</source>
        <translation>
            <numerusform>%n class</numerusform>
            <numerusform>%n classes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n value(s)</source>
        <translation>
            <numerusform>%n value</numerusform>
            <numerusform>%n values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportPreview</name>
    <message numerus="yes">
        <source>%n column(s)</source>
        <translation>
            <numerusform>%n column</numerusform>
            <numerusform>%n columns</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportRecordingsBar</name>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation>
            <numerusform>%n file, %1</numerusform>
            <numerusform>%n files, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>= %n frame(s)</source>
        <translation>
            <numerusform>= %n frame</numerusform>
            <numerusform>= %n frames</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportRecordingsPanel</name>
    <message numerus="yes">
        <source>windows from %n file(s)</source>
        <translation>
            <numerusform>windows from %n file</numerusform>
            <numerusform>windows from %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n channel(s) × %1</source>
        <translation>
            <numerusform>%n channel × %1</numerusform>
            <numerusform>%n channels × %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>images from %n file(s)</source>
        <translation>
            <numerusform>images from %n file</numerusform>
            <numerusform>images from %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>rows from %n file(s)</source>
        <translation>
            <numerusform>rows from %n file</numerusform>
            <numerusform>rows from %n files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n column(s)</source>
        <translation>
            <numerusform>%n column</numerusform>
            <numerusform>%n columns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) each</source>
        <translation>
            <numerusform>%n sample each</numerusform>
            <numerusform>%n samples each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n window(s) each</source>
        <translation>
            <numerusform>%n window each</numerusform>
            <numerusform>%n windows each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>window from %n file(s)</source>
        <translation>
            <numerusform>window from %n file</numerusform>
            <numerusform>window from %n files</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportRecordingsView</name>
    <message numerus="yes">
        <source>%n file(s) will be set aside; the other %1 are imported.</source>
        <translation>
            <numerusform>%n file will be set aside; the other %1 are imported.</numerusform>
            <numerusform>%n files will be set aside; the other %1 are imported.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 gives %n window(s)</source>
        <translation>
            <numerusform>%1 gives %n window</numerusform>
            <numerusform>%1 gives %n windows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) of %1</source>
        <translation>
            <numerusform>%n sample of %1</numerusform>
            <numerusform>%n samples of %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 in %2 segments gives %n window(s)</source>
        <translation>
            <numerusform>%1 in %2 segments gives %n window</numerusform>
            <numerusform>%1 in %2 segments gives %n windows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; %n annotation(s)</source>
        <translation>
            <numerusform>; %n annotation</numerusform>
            <numerusform>; %n annotations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportRejects</name>
    <message numerus="yes">
        <source>%n record(s)</source>
        <translation>
            <numerusform>%n record</numerusform>
            <numerusform>%n records</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportRules</name>
    <message numerus="yes">
        <source>%n not matched</source>
        <translation>
            <numerusform>%n not matched</numerusform>
            <numerusform>%n not matched</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n class(es), %1</source>
        <translation>
            <numerusform>%n class, %1</numerusform>
            <numerusform>%n classes, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n group(s)</source>
        <translation>
            <numerusform>%n group</numerusform>
            <numerusform>%n groups</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n taken</source>
        <translation>
            <numerusform>%n taken</numerusform>
            <numerusform>%n taken</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportTableView</name>
    <message numerus="yes">
        <source>%n column(s) found, %1 used</source>
        <translation>
            <numerusform>%n column found, %1 used</numerusform>
            <numerusform>%n columns found, %1 used</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::JobStrip</name>
    <message numerus="yes">
        <source>%n jobs</source>
        <translation>
            <numerusform>%n job</numerusform>
            <numerusform>%n jobs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::MainWindow</name>
    <message numerus="yes">
        <source>%n job(s) are running. Quitting stops them; nothing half-finished is kept.</source>
        <translation>
            <numerusform>%n job is running. Quitting stops it; nothing half-finished is kept.</numerusform>
            <numerusform>%n jobs are running. Quitting stops them; nothing half-finished is kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n job(s) are running. Changing the language now stops them; nothing half-finished is kept.</source>
        <translation>
            <numerusform>%n job is running. Changing the language now stops it; nothing half-finished is kept.</numerusform>
            <numerusform>%n jobs are running. Changing the language now stops them; nothing half-finished is kept.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::PredictScores</name>
    <message numerus="yes">
        <source>Of %n sample(s) with a label: %1</source>
        <translation>
            <numerusform>Of %n sample with a label: %1</numerusform>
            <numerusform>Of %n samples with a label: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %n whole recording(s): %1</source>
        <translation>
            <numerusform>Of %n whole recording: %1</numerusform>
            <numerusform>Of %n whole recordings: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::PredictView</name>
    <message numerus="yes">
        <source>%n record(s) without a prediction: see the column Reason, or the notes.</source>
        <translation>
            <numerusform>%n record without a prediction: see the column Reason, or the notes.</numerusform>
            <numerusform>%n records without a prediction: see the column Reason, or the notes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Predictions for %n whole recording(s) are in %1.</source>
        <translation>
            <numerusform>The prediction for %n whole recording is in %1.</numerusform>
            <numerusform>Predictions for %n whole recordings are in %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n prediction(s) in %1</source>
        <translation>
            <numerusform>%n prediction in %1</numerusform>
            <numerusform>%n predictions in %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ReceiptDialog</name>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n thread</numerusform>
            <numerusform>%n threads</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n chunk(s) together</source>
        <translation>
            <numerusform>%n chunk together</numerusform>
            <numerusform>%n chunks together</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n slice(s)</source>
        <translation>
            <numerusform>%n slice</numerusform>
            <numerusform>%n slices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ReliabilityPlot</name>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ResidualPlot</name>
    <message numerus="yes">
        <source>%n sample(s), off by %1 at most</source>
        <translation>
            <numerusform>%n sample, off by %1 at most</numerusform>
            <numerusform>%n samples, off by %1 at most</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::Session</name>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n column(s)</source>
        <translation>
            <numerusform>%n column</numerusform>
            <numerusform>%n columns</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n window(s)</source>
        <translation>
            <numerusform>%n window</numerusform>
            <numerusform>%n windows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n recording(s)</source>
        <translation>
            <numerusform>%n recording</numerusform>
            <numerusform>%n recordings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n image(s)</source>
        <translation>
            <numerusform>%n image</numerusform>
            <numerusform>%n images</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitRules</name>
    <message numerus="yes">
        <source>%1 of %n source(s) matched</source>
        <translation>
            <numerusform>%1 of %n source matched</numerusform>
            <numerusform>%1 of %n sources matched</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::StepBar</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n live</source>
        <translation>
            <numerusform>%n live</numerusform>
            <numerusform>%n live</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::SuspectsView</name>
    <message numerus="yes">
        <source>%1 on %n fold(s)</source>
        <translation>
            <numerusform>%1 on %n fold</numerusform>
            <numerusform>%1 on %n folds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n suspect(s)</source>
        <translation>
            <numerusform>%n suspect</numerusform>
            <numerusform>%n suspects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n sample</numerusform>
            <numerusform>%n samples</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) without an out-of-sample prediction were not looked at: %1.</source>
        <translation>
            <numerusform>%n sample without an out-of-sample prediction was not looked at: %1.</numerusform>
            <numerusform>%n samples without an out-of-sample prediction were not looked at: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) without a label were not looked at.</source>
        <translation>
            <numerusform>%n sample without a label was not looked at.</numerusform>
            <numerusform>%n samples without a label were not looked at.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ThresholdPlot</name>
    <message numerus="yes">
        <source>%n threshold(s)</source>
        <translation>
            <numerusform>%n threshold</numerusform>
            <numerusform>%n thresholds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::TrainForm</name>
    <message numerus="yes">
        <source>%n epoch(s)</source>
        <translation>
            <numerusform>%n epoch</numerusform>
            <numerusform>%n epochs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::TrainRuns</name>
    <message numerus="yes">
        <source>%1, test of %n repeat(s): %2</source>
        <translation>
            <numerusform>%1, test of %n repeat: %2</numerusform>
            <numerusform>%1, test of %n repeats: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, validation of %n repeat(s): %2</source>
        <translation>
            <numerusform>%1, validation of %n repeat: %2</numerusform>
            <numerusform>%1, validation of %n repeats: %2</numerusform>
        </translation>
    </message>
</context>
</TS>
