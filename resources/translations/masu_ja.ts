<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja_JP" sourcelanguage="en">
<context>
    <name>Format</name>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>d</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>today, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>d MMMM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>d MMMM yyyy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>There is no file or folder {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Access to {0} is denied. Choose another place, or change its permissions.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} lies on a read-only file system. Choose another place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk that holds {0} is full. Free some space, or choose another place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory ran out while working on {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is a folder, not a file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text in {0} is not read yet. Convert {1} to UTF-8, for example with iconv.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is UTF-16 text, which is not read yet. Convert it to UTF-8, for example with iconv.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} holds binary data, not a text table.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not UTF-8 text (line {1}). Convert it to UTF-8, for example with iconv.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is empty: it has no records to import.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The delimiter of a table needs a character of its own: &apos;{0}&apos; is also its quote or decimal mark.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The training worker described a model in a way this version of Masu does not know.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adam state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>AdamW state</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batches in flight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loader buffers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runtime and libraries</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory ran out. Give the job less to hold at once, or close other programs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masu failed in an unexpected way: {0}. Please report it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masu failed in an unexpected way. Please report it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The system starts no more threads ({0}). Ask for fewer threads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has changed since it was surveyed. Inspect it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list {0} needs two columns: what names a recording, and its label.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list {0} has no column {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list {0} is empty.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The list {0} gives {1} two labels: {2} and {3}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe is not JSON. Make one with masu inspect --save-recipe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This JSON is no recipe of Masu. Make one with masu inspect --save-recipe.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe is of a later version of Masu. Update Masu to use it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe cannot be used: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There are no recordings in {0}. Masu reads WAV, FLAC, Ogg, AIFF and other sound files.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The label &quot;{0}&quot; is not a number, so labels cannot be values; leave --target away.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} recordings are longer than the window and were cut to it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} With --on-error reject the other recordings are imported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sample is left to import. {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} changed since it was inspected. Inspect it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading recordings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has the channels {1}, not {2}; --channels chooses some that all recordings have.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has {1} frames a second where most have {2}; --rate {2} brings all to one rate.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recordings differ in length: the shortest has {0} frames, the median {1}, the longest {2}. Choose a window with --window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>--hop must be at least one frame; use none for one window a recording.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The type {0} cannot hold these recordings, whose samples are {1}. Leave --dtype away, or choose f32.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>None of the {0} recordings can be used. The first: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has no label: {1} finds none for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has no group: {1} finds none for it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line {1} of {0} has {2} fields, other than its columns.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column {2} holds {3} in line {1} of {0}, which is not a number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column {2} holds {3} in line {1} of {0}, more than any number type can hold.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The label {2} is missing in line {1} of {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The weight {2} is missing in line {1} of {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column {2} holds bytes in line {1} of {0} that are not UTF-8 text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A quote that opens in the record of line {1} of {0} never closes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The record in line {1} of {0} is longer than 1 GiB; a quote in it may never close.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} exists already. Move it away, or import with --overwrite.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder {0} holds no CSV file and no recording that Masu reads.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No source was given. Name a CSV file, or a folder of recordings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The sources mix tables and recordings. Import them apart, or say which with --as.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder {0} holds no CSV file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A value beyond what the survey had met made {0} wider: {1} instead of {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The label {0} has more than {1} classes. Import it with --target value, or choose another label.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The label {0} has {1} classes that the survey had not met; they were added.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column {0} has more than {1} different values; those beyond are stored as missing. Import it as text to keep them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sample is left: of {0} records, {1} were rejected and {2} dropped. The first reason: {3}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Importing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The label column {0} is empty. Choose another label.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The label column {0} holds text such as {1}, which is no value to predict. Import it with --target class.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Several label columns are read as values, but {0} holds classes. Choose one label column, or --target value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no class {0} in {1} that could become {2}; its classes are {3}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column {0} holds text such as {1}, which is no number. Make it a category, keep it or leave it out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups of a table are named when it is split: keep column {0} instead, then split by it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has no column left to learn from: its columns are {1}. Choose other labels, or make a column a feature or a category.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column {0} is free text and is left out; keep it with --text to browse it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column {0} is empty and is left out.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no column {0} in {1}. Did you mean {2}?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no column {0} in {1}; its columns are {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Classes can be merged only where the label is a class.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The header of {0} differs from that of {1}: {2} stands where {3} is expected. Import them apart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Surveying</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has no records below its header.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe is for {0} other columns than {1} has. Make a recipe from this file with masu inspect.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column {0} has missing cells, which {1} has no value for. Choose --missing zero or drop, or a float type.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column {0} holds {1}, which {2} does not hold as it is, and scaled integers are not written yet. Choose f32 or f16.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cutting windows of {0} frames takes {1} bytes of memory, and {2} are allowed. Choose a shorter --window or more --memory.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Importing recordings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} exists already. Choose another name, or allow it to be overwritten.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no folder {0}. Create it, or choose another place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Other programs are writing {0} already. Wait until they are done.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is a pipe or a device. Save its content to a file first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} ends at byte {1}, where more was expected: it was cut short.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has {1} bytes; at most {2} are expected here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A stream needs at least one sample a batch, one epoch and one batch ahead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} holds no samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The manifest {0} of {1} has no samples for {2}; split the dataset anew.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The manifest {0} of {1} has no training samples whose mean could be used; split the dataset anew, or stream without normalising.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The state {0} belongs to another dataset or to a split that has changed since.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The state was taken with --shuffle {0} --blocks {1} --batch {2} --seed {3}; go on with the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chunk {0} of /{1} in {2} cannot be streamed: {3}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has neither numbers nor categories to stream; import columns as features.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is no state of a stream of this version; pass on what `state` reported.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The ratios {0}, {1} and {2} must lie between 0 and 1 and add up to 1, not to {3}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has no class labels to stratify by; split it without stratifying, or import it with a label column.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has no groups to keep together; import it with a group column or --group-from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was changed: {0} lines fit no sample of {1}, or one that is listed already. The first are {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} does not say which source its samples came from; import it again with Masu.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rule &quot;{0}&quot; for {1} is not a valid regular expression: {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} must begin with a header that names the columns source and position, such as sample,source,position,label.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The samples of {0} lie in more than one split, which a list of file names cannot say; write CSV lists instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} holds no list to read: none of train, validation and test with .csv or .txt.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This line is no event of a training run: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is no description of a training run: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} holds shards already, {1} among them. Choose another folder, or allow them to be overwritten.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing shards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A shard holds at least one sample.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sample is left to export. Choose other splits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is a file, not a folder. Choose another place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The object {0} of {1} holds no numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has no object {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has {1} samples; {2} and the {3} behind it were asked for.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is damaged: {1} of the samples {2} to {3} cannot be read. Copy it again, or import again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} kept no text column {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The object {0} of {1} is not as the dataset format says. Import again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is an HDF5 file, but no dataset of Masu. Import it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was written by a later Masu: its format is {1}, this program reads up to {2}. Install a newer Masu.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The dataset format has no object {0}; this is a defect of Masu.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This version of Masu does not write {0} compression. Choose none or gzip.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A sample of {0} takes {1} bytes; at least 1 and less than 4 GiB can be stored.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not every sample of {0} was written; this is a defect of Masu.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sample is left, so {0} was not written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing the dataset file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for the disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HDF5 cannot work on {0} ({1}). If the file is damaged, copy it again or import again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The attribute {0} of {1} is not a text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The object {0} of {1} has a type that Masu does not write.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The description in {0} cannot be read: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} changed while it was being written. Run the import again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another import is writing {0}. Wait until it is done, or choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is a folder. Name a file in it, such as {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HDF5 did not lay the chunks of {0} side by side.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no manifest {0}: {1} holds none yet. Split the dataset first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no manifest {0} in {1}. It holds: {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The splits file {0} is missing. It belongs beside {1}: bring it back, or import again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The splits file {0} belongs to another dataset than {1}. Bring back the one that was written with it, or import again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The manifest {0} has {1} entries, but the dataset {2} samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A manifest needs a name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a manifest {0} already. Choose another name, or delete it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The manifest {0} is frozen. Give the new one another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rules of the manifest {0} are too long to be kept with it: {1} bytes of at most {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The manifest {0} in {1} does not hold one split for each sample.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The manifest {0} in {1} is damaged. Draw it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is no dataset of Masu. Import it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was cut short: {1} of its {2} bytes are there. Copy it again, or import again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has {1} samples, counted from 0; there is none with number {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comparing checksums</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The training worker ended before it had traced every model (code {0}, signal {1}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A batch holds at least one sample.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tracing the models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masu does not write {0}. Choose csv.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a folder to export to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The shards need about {0} MB, but only {1} MB are free where {2} lies. Free some space, or choose another place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} holds other things than WAV files and is not replaced.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writing sample data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Splitting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Streaming</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name the folder that the training run is to write.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is a file; a training run needs a folder: choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder {0} is not empty: choose another one for this training run, or allow it to be overwritten.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The training worker was killed, most likely because memory ran out; no checkpoint was written yet: choose a smaller batch or model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The training worker was killed, most likely because memory ran out; the last checkpoint is {0}: choose a smaller batch or model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The training worker ended unexpectedly ({0}: {1}); no checkpoint was written yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The training worker ended unexpectedly ({0}: {1}); the last checkpoint is {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting the training worker</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training and estimates need the program masu-train, which is not installed: install the package masu-train.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no model {0}: choose linear, mlp, cnn1d or the path of a TorchScript file that ends in .pt.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model cnn1d needs numbers and the dataset holds categories only: choose mlp.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has no split named {1}: divide it into train, validation and test first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has no labels to learn from: import it again and name its label.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} has nothing besides its label to learn from.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every sample of {0} has the same class, so there is nothing to tell apart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The split {1} of {0} has no train samples: give train a larger share.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory for this training step: choose a smaller batch or model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A training step failed: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no optimizer {0}: choose sgd, adam or adamw.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The loss of {0} is no longer a number after {1} steps: choose a learning rate below {2}, or look for extreme values in the data.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model {0} has no parameters to train.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model could not answer a batch: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no model file {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} was written by a later PyTorch than LibTorch {1} here can read: save it again with that release.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not a TorchScript file as torch.jit.save writes it: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model {0} answers {1} for 2 samples of shape {2}; this dataset needs [2, {3}].</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model {0} does not take samples of shape {1} with {2} categories: {3}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The checkpoint could not be written: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The checkpoint could not be read back: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no schedule {0}: choose constant, cosine or onecycle.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model could not be traced: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training failed: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name at least one model to train.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A training run needs at least one epoch and a batch of at least one sample.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning rate and weight decay cannot be less than nothing.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is damaged: it cannot be read at frame {1} of {2}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is not a sound file, or its header is damaged.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is cut short: its length cannot be told.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is cut short: it holds {1} of the {2} bytes of sound its header promises.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} is cut short: it holds {1} of the {2} frames its header promises.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is no rule for labels or groups: use folder, name:EXPRESSION, path:EXPRESSION or csv:FILE.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The expression &quot;{0}&quot; has no brackets around the part that is wanted: write for example name:^([^_]+)_.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The expression &quot;{0}&quot; is not a valid regular expression.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rate cannot be changed: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A recording of {0} frames a second cannot be brought to {1}: rates are whole numbers up to 1000000, at most 256 times apart.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory for this; close other programs or lower the budget.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masu met a defect of its own: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no manifest {0} to copy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, line %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>, column %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui</name>
    <message>
        <source>stored order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::ActionPalette</name>
    <message>
        <source>Find an action</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::Banner</name>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::BatchField</name>
    <message>
        <source>Batch</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::BatchSlider</name>
    <message>
        <source>Batch</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowseDetails</name>
    <message>
        <source>feature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ignored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 dBFS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No column chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No sample chosen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Signal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This dataset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shape</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, uncompressed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 samples, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Records</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stored error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sample %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frames</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Channels</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RMS</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowsePage</name>
    <message>
        <source>Browse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read any sample, and see each column whole.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its samples can then be read here, row by row or as signals.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stack</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Grid</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to row</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl G</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Columns</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read any sample, and see each class side by side.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Count values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>histograms of all rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>histograms of %1 rows, spread evenly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; of %2 samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples go from 0 to %1.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowseTable</name>
    <message>
        <source>Samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 columns</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowseWaves</name>
    <message>
        <source>Height is the largest value of each lane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>↑ ↓ sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+ − zoom</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>← → scroll</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read signals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::ClassBars</name>
    <message>
        <source>Samples of each class in train, validation and test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 train, %3 validation, %4 test</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::ConfusionMatrix</name>
    <message>
        <source>Confusion matrix</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of class %2, right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of class %2, taken for %3</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::DatasetPage</name>
    <message>
        <source>Import a dataset first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to Import</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::DropZone</name>
    <message>
        <source>Drop a table, a folder of recordings, or a dataset file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You will see the types, the size and the time before anything is written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::ExportForm</name>
    <message>
        <source>As the trainer sees it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Format</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Contents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples a shard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>numbers as stored, categories as codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>pandas, Keras Sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Manifest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 shard of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 shards, %2 to %3 each</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::ExportPage</name>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write shards that other trainers read as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It can then be written as shards for other trainers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What will be written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>samples, size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder to write</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name a folder to write to.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tick at least one split.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan the export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in %2 files, %3 free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export 1 shard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export %1 shards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder %1 is not empty. Write over what an earlier export left there?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exporting to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrote %1 samples, %2 in %3 files.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::ExportSnippet</name>
    <message>
        <source>Shell</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How to read it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::FileChip</name>
    <message>
        <source>Take it away</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::FitChoices</name>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>any fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stored as %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::FitPage</name>
    <message>
        <source>Fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Know what a run needs before it starts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Masu then tells whether a model fits in memory, and how large a batch may be.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>codes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tracing the models …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train both</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train all %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trace the models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a run needs is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Traced at %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::FitView</name>
    <message>
        <source>Both models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All %1 models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 fits in this machine’s memory, with %2 to spare.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 fit in this machine’s memory, with %2 to spare.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not fit: it takes %2 more memory than there is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 do not fit: they take %2 more memory than there is.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk is too full: the run writes %1 and %2 are free.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 fits only with nothing kept back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Items</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not even a batch of one fits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Even a whole epoch as one batch fits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The largest batch is %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An epoch takes %1 steps over %2 samples.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 kept back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; predicted, of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 free</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::HelpDialog</name>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The six steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose a table or a folder of recordings. You see types, size, time and loss before anything is written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Page through the samples of the dataset, whatever its size.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Divide the samples into train, validation and test. A sample is in one split only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See what memory and disk a training run takes, and how large a batch may be.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train one or several models from one stream and watch loss and accuracy.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write shards that other trainers read as they are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl 1 … Ctrl 6</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl K</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find an action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl O</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl F</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl Enter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The primary action of the page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl Z, Ctrl Shift Z</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo, redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space, R, S</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import: use the column, change its role, change its stored type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>T, V, E, U</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse and Split: move to train, validation, test, unused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Words</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Role</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a column is for: a feature, a category, the label, a weight, a group, kept for browsing, or ignored.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stored as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The type of number in the file. A narrower one takes less memory; the dots tell whether it still holds every value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Window, hop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A recording is cut into windows of one length; the hop is the distance between their beginnings.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What belongs together, such as a speaker, and should not be on both sides of a split.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A record that does not fit the plan. It is set aside in a file beside the dataset.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::HistogramHeader</name>
    <message>
        <source>&lt; 0.1 % missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 missing</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportDialectBar</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Comma</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Semicolon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tab</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Blank</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delimiter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quote</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Header line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cells that stand for a missing value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cells that stand for a missing value, apart by commas. An empty cell always does.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportForecastPanel</name>
    <message>
        <source>Forecast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store numbers as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>largest loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>on disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep as missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Zero</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column mean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop the record</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set aside in a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the import</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mean is that of the train split, applied while training: one worked out here would leak.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Missing number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Record that fails</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all of it read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from %1 read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of the text file’s %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Each sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n number(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n categories</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disk left after</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not enough: %1 free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>overflow in %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>± %1 in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is the narrowest type that keeps all numbers exact.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportPage</name>
    <message>
        <source>Looking at %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recordings differ in length. They are cut into windows of %1 frames for now; change window and hop above.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Import %n recording(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Import %1 samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 is there already. Overwrite it? Its splits are kept beside it under another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Importing; the plan is fixed meanwhile.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Importing %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing has been written yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 samples written in %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2 records did not fit and were set aside in %3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recipes (*.json)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recipe is used for the files you choose next.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 cannot be written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>See what will be stored before anything is written.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing to import yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose tables or a folder of recordings, or drop them anywhere on this window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Datasets (*.h5)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportPlanModel</name>
    <message>
        <source>feature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>category</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ignored</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>integer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>decimal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>boolean</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>empty</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as it is</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n class(es)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n value(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>codes, exact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Column</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Role</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Found</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stored as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportPlanView</name>
    <message>
        <source>Columns of the plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, all numbers</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportPreview</name>
    <message>
        <source>First lines as written and as parsed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As written</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>lines 1 to %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As parsed</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n column(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>missing</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportRecordingsBar</name>
    <message>
        <source>Window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frames from one window to the next; none takes one window a recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pad with zeros</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The rest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 Hz, as recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as recorded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 Hz</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 overlap</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>with gaps</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportRecordingsModel</name>
    <message>
        <source>%1 Hz</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>set aside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Length</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Label</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Windows</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportRecordingsPanel</name>
    <message>
        <source>Forecast</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all headers read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>files, windows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store as</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>windows from %n file(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Each sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n channel(s) × %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>On disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not enough: %1 free</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 windows each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 to %2 windows</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>the recordings’ own type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, as recorded</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportRecordingsView</name>
    <message>
        <source>Recordings</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) will be set aside; the other %1 go on.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>%1 frames</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 gives %n window(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>; window %1 starts at %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportRules</name>
    <message>
        <source>Label from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Group from</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>all matched</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n not matched</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>no label: not for training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>values, %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n class(es), %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>each recording its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n group(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportTableView</name>
    <message>
        <source>beyond it, or overflow</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>within 0.01 % of range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exact</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss at each type:</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n column(s) found, %1 used</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportWindowsView</name>
    <message>
        <source>Windows of the recording</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 zeros</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::JobList</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::JobStrip</name>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 steps/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 rejected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: cancelled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: done in %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n jobs</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::LedgerModel</name>
    <message>
        <source>host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything in host memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything on the device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Everything on disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shared</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>For</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counted as</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::MainWindow</name>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find an action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch between light and dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Do the page’s primary action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel all jobs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables and datasets (*.csv *.tsv *.txt *.data *.gz *.h5 *.hdf5);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Datasets (*.h5 *.hdf5)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit during a job</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n job(s) are running. Quitting stops them; nothing half-finished is left behind.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Stop and quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::NameExample</name>
    <message>
        <source>label %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>group %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing of the name is used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the rest ignored</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::Page</name>
    <message>
        <source>Next: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the side panel</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::PathPicker</name>
    <message>
        <source>Choose</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::PositionBar</name>
    <message>
        <source>Position in the dataset</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::ProjectButton</name>
    <message>
        <source>No project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>open one to begin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Project: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::Rail</name>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Browse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find an action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl K</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ctrl ,</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n live</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not imported yet</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::RatioBar</name>
    <message>
        <source>Shares of train, validation and test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Border of train and validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Border of validation and test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::RecentRow</name>
    <message>
        <source>Forget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not split</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::RunTableModel</name>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Train loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Val. loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Val. acc.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test acc.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::SampleTableModel</name>
    <message>
        <source>Read samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Row</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::Session</name>
    <message>
        <source>%1 rows of %2 columns, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 windows from %2 recordings, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>imported</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::ShardTreeModel</name>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::SourceTableModel</name>
    <message>
        <source>by ratios</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Records</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::Split</name>
    <message>
        <source>Train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unused</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitFacts</name>
    <message>
        <source>Freeze</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How it was drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What it holds</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>samples, share</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As a whole</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Manifest</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, not kept yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drawn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>at random</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read from lists</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Class shares</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the same everywhere</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>left to chance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>may be on both sides</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Frozen: runs that name it stay comparable. Edit a copy instead.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Freezing keeps it from ever changing, so that runs stay comparable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is a preview. Draw and keep it to train with it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitForm</name>
    <message>
        <source>Same class shares</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep groups together</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This dataset has no classes to keep the shares of.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No recording, subject or session is on two sides.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This dataset has no groups.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw and keep</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitPage</name>
    <message>
        <source>Split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose what the network learns from, and what it is judged by.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its samples can then be divided into train, validation and test.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo (Ctrl+Z)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo (Ctrl+Shift+Z)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read lists</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write lists</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes train.csv, validation.csv and test.csv, or .txt lists of file names, from a folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes train.csv, validation.csv and test.csv into a folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Classes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read the split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Every class has its share in every split.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Class %1 is furthest from its share, by %2.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>frozen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a preview, not kept yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>read from lists</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Preview the split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draw the split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>split-%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1-copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1-copy-%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder that holds the lists</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder to write the lists into</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitRules</name>
    <message>
        <source>Add a rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rules on source names</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 source</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 sources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Split of this rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>regular expression, such as _[0-4]\.wav$</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regular expression on the source&apos;s path</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove this rule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>where the path has</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is no regular expression yet.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitTabs</name>
    <message>
        <source>Frozen: it can be copied, but not changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::StartPage</name>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bring data in, or carry on where you left off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CSV, TSV, gz, ZIP  ·  WAV, FLAC, Ogg  ·  HDF5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Datasets you import or open are listed here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try it on sample data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>48,842 people, 15 columns, 6 MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recordings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>3,000 spoken digits, 6 voices, 21 MB</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Both are generated on this machine into the folder %1, and open in Import: from there it is about five minutes to a trained model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Datasets (*.h5 *.hdf5)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Generating sample data</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::TableDelegate</name>
    <message>
        <source>missing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::TrainCharts</name>
    <message>
        <source>The curve begins with the first epoch.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loss</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smooth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Linear</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batches ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>validation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>train</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::TrainForm</name>
    <message>
        <source>constant</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cosine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one cycle</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New run from this</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All read one stream of batches.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>automatic</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>never</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epochs without a better validation loss before a model stops.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop early</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Split</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Order</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>shuffled in blocks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 epochs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::TrainPage</name>
    <message>
        <source>Train</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Watch the runs, and stop what does not help.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Models can then be trained on it and watched here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop and keep</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 run</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This dataset has no labels to learn. Import it again and choose a label column.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no split yet: go to Split first, and keep one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read earlier runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Training %1 models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best run %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::TrainRuns</name>
    <message>
        <source>Runs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Confusion</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is told when the run has been tested.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2 of %3 right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>rows true, columns predicted</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>masu::ui::WaveformView</name>
    <message>
        <source>Signals</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>frame %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
