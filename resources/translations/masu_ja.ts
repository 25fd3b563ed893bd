<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja_JP" sourcelanguage="en">
<context>
    <name>Format</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>s</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>min</source>
        <translation>分</translation>
    </message>
    <message>
        <source>h</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>d</source>
        <translation>日</translation>
    </message>
    <message>
        <source>today, %1</source>
        <translation>今日 %1</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>昨日</translation>
    </message>
    <message>
        <source>d MMMM</source>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>d MMMM yyyy</source>
        <translation>yyyy年M月d日</translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>There is no file or folder {0}.</source>
        <translation>{0} というファイルやフォルダーはありません。</translation>
    </message>
    <message>
        <source>Access to {0} is denied. Choose another place, or change its permissions.</source>
        <translation>{0} へのアクセスが許可されていません。別の場所を選ぶか、権限を変更してください。</translation>
    </message>
    <message>
        <source>{0} is on a read-only file system. Choose another place.</source>
        <translation>{0} は読み取り専用のファイルシステムにあります。別の場所を選んでください。</translation>
    </message>
    <message>
        <source>The disk that holds {0} is full. Free some space, or choose another place.</source>
        <translation>{0} のあるディスクがいっぱいです。空きを作るか、別の場所を選んでください。</translation>
    </message>
    <message>
        <source>The disk that holds {0} reported an error. Check the disk and its cable, then try again.</source>
        <translation>{0} があるディスクがエラーを返しました。ディスクと接続を確認してから、もう一度実行してください。</translation>
    </message>
    <message>
        <source>Memory ran out while working on {0}.</source>
        <translation>{0} の処理中にメモリが足りなくなりました。</translation>
    </message>
    <message>
        <source>{0} is a folder, not a file.</source>
        <translation>{0} はファイルではなくフォルダーです。</translation>
    </message>
    <message>
        <source>{0}: {1}.</source>
        <translation>{0}：{1}。</translation>
    </message>
    <message>
        <source>Cancelled.</source>
        <translation>中止しました。</translation>
    </message>
    <message>
        <source>{0} holds binary data, not a text table.</source>
        <translation>{0} の中身はテキストの表ではなくバイナリデータです。</translation>
    </message>
    <message>
        <source>{0} is empty: it has no records to import.</source>
        <translation>{0} は空で、インポートするレコードがありません。</translation>
    </message>
    <message>
        <source>The delimiter of a table needs a character of its own: &apos;{0}&apos; is also its quote or decimal mark.</source>
        <translation>表の区切り文字には専用の文字が必要です。「{0}」は引用符か小数点にも使われています。</translation>
    </message>
    <message>
        <source>The training worker described a model in a way this version of Masu does not know.</source>
        <translation>学習ワーカーが、このバージョンの Masu では読み取れない形でモデルの情報を返しました。</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>モーメンタム</translation>
    </message>
    <message>
        <source>Adam state</source>
        <translation>Adam の状態</translation>
    </message>
    <message>
        <source>AdamW state</source>
        <translation>AdamW の状態</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>勾配</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>アクティベーション</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>作業領域</translation>
    </message>
    <message>
        <source>Batches in flight</source>
        <translation>処理中のバッチ</translation>
    </message>
    <message>
        <source>Loader buffers</source>
        <translation>ローダーのバッファー</translation>
    </message>
    <message>
        <source>Sample order</source>
        <translation>サンプルの順序</translation>
    </message>
    <message>
        <source>Runtime and libraries</source>
        <translation>実行環境とライブラリー</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>チェックポイント</translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation>データセット</translation>
    </message>
    <message>
        <source>Memory ran out. Give the job less to hold at once, or close other programs.</source>
        <translation>メモリが足りなくなりました。一度に扱う量を減らすか、ほかのプログラムを閉じてください。</translation>
    </message>
    <message>
        <source>The system starts no more threads ({0}). Ask for fewer threads.</source>
        <translation>これ以上スレッドを起動できません（{0}）。スレッド数を減らしてください。</translation>
    </message>
    <message>
        <source>{0} has changed since it was surveyed. Inspect it again.</source>
        <translation>{0} は調査のあとで変わりました。もう一度調べてください。</translation>
    </message>
    <message>
        <source>The list {0} needs two columns: what names a recording, and its label.</source>
        <translation>リスト {0} には、録音を指す列とラベルの列の 2 つが必要です。</translation>
    </message>
    <message>
        <source>The list {0} has no column {1}.</source>
        <translation>リスト {0} に列 {1} はありません。</translation>
    </message>
    <message>
        <source>The list {0} is empty.</source>
        <translation>リスト {0} は空です。</translation>
    </message>
    <message>
        <source>The list {0} gives {1} two labels: {2} and {3}.</source>
        <translation>リスト {0} は {1} に 2 つのラベル {2} と {3} を与えています。</translation>
    </message>
    <message>
        <source>The recipe is of a later version of Masu. Update Masu to use it.</source>
        <translation>レシピはより新しいバージョンの Masu のものです。使うには Masu を更新してください。</translation>
    </message>
    <message>
        <source>{0} recordings are longer than the window and were cut to it.</source>
        <translation>窓より長い録音 {0} 件を窓の長さに切りました。</translation>
    </message>
    <message>
        <source>No sample is left to import. {0}</source>
        <translation>インポートするサンプルが残っていません。{0}</translation>
    </message>
    <message>
        <source>{0} changed since it was inspected. Inspect it again.</source>
        <translation>{0} は調べたあとで変わりました。もう一度調べてください。</translation>
    </message>
    <message>
        <source>Reading recordings</source>
        <translation>録音を読んでいます</translation>
    </message>
    <message>
        <source>None of the {0} recordings can be used. The first: {1}</source>
        <translation>録音 {0} 件のどれも使えません。最初のもの：{1}</translation>
    </message>
    <message>
        <source>{0} has no label: {1} finds none for it.</source>
        <translation>{0} にラベルがありません。{1} では見つかりませんでした。</translation>
    </message>
    <message>
        <source>{0} has no group: {1} finds none for it.</source>
        <translation>{0} にグループがありません。{1} では見つかりませんでした。</translation>
    </message>
    <message>
        <source>Column {2} holds {3} in line {1} of {0}, which is not a number.</source>
        <translation>{0} の {1} 行目、列 {2} の {3} は数値ではありません。</translation>
    </message>
    <message>
        <source>Column {2} holds {3} in line {1} of {0}, more than any number type can hold.</source>
        <translation>{0} の {1} 行目、列 {2} の {3} はどの数値型でも保持できません。</translation>
    </message>
    <message>
        <source>The label {2} is missing in line {1} of {0}.</source>
        <translation>{0} の {1} 行目でラベル {2} が欠損しています。</translation>
    </message>
    <message>
        <source>The weight {2} is missing in line {1} of {0}.</source>
        <translation>{0} の {1} 行目で重み {2} が欠損しています。</translation>
    </message>
    <message>
        <source>Column {2} holds bytes in line {1} of {0} that are not UTF-8 text.</source>
        <translation>{0} の {1} 行目、列 {2} に UTF-8 でないバイトがあります。</translation>
    </message>
    <message>
        <source>A quote that opens in the record of line {1} of {0} never closes.</source>
        <translation>{0} の {1} 行目のレコードで開いた引用符が閉じていません。</translation>
    </message>
    <message>
        <source>The folder {0} holds no CSV file and no recording that Masu reads.</source>
        <translation>フォルダー {0} に Masu が読める CSV ファイルも録音もありません。</translation>
    </message>
    <message>
        <source>No source was given. Name a CSV file, or a folder of recordings.</source>
        <translation>入力元が指定されていません。CSV ファイルか録音のフォルダーを指定してください。</translation>
    </message>
    <message>
        <source>The sources mix tables and recordings. Import them separately, or choose one by --as.</source>
        <translation>入力元に表と録音が混ざっています。別々にインポートするか、--as で種類を指定してください。</translation>
    </message>
    <message>
        <source>The folder {0} holds no CSV file.</source>
        <translation>フォルダー {0} に CSV ファイルはありません。</translation>
    </message>
    <message>
        <source>A value of column {3} that {2} does not keep made {0} wider: {1} instead of {2}.</source>
        <translation>列 {3} に {2} では保持できない値があり、{0} の型を {2} から {1} に広げました。</translation>
    </message>
    <message>
        <source>A value of column {3} that {2} does not keep made {0} wider: {1} instead of {2}. Values before it had been rounded, so the sources were read again from the start.</source>
        <translation>列 {3} に {2} では保持できない値があり、{0} の型を {2} から {1} に広げました。それより前の値が丸められていたため、入力元を最初から読み直しました。</translation>
    </message>
    <message>
        <source>Column {0} of {1} holds {2}, but the dataset stores it as {3} in steps from {5} to {6}. Convert the dataset first with masu convert --dtype {4}, then append.</source>
        <translation>{1} の列 {0} に {2} がありますが、データセットはこの列を {3}（{5} から {6} までの段階）で保存しています。先に masu convert --dtype {4} でデータセットを変換してから追加してください。</translation>
    </message>
    <message>
        <source>Column {0} of {1} holds {2}, but the dataset stores it as {3}, whole numbers from {5} to {6}. Convert the dataset first with masu convert --dtype {4}, then append.</source>
        <translation>{1} の列 {0} に {2} がありますが、データセットはこの列を {3}（{5} から {6} までの整数）で保存しています。先に masu convert --dtype {4} でデータセットを変換してから追加してください。</translation>
    </message>
    <message>
        <source>Column {0} of {1} holds {2}, but the dataset stores it as {3}, which does not keep that. Convert the dataset first with masu convert --dtype {4}, then append.</source>
        <translation>{1} の列 {0} に {2} がありますが、データセットはこの列を {3} で保存しており、この値を保持できません。先に masu convert --dtype {4} でデータセットを変換してから追加してください。</translation>
    </message>
    <message>
        <source>No sample is left: of {0} records, {1} were rejected and {2} dropped. The first reason: {3}.</source>
        <translation>サンプルが残りません。レコード {0} 件のうち {1} 件が不採用、{2} 件が除外です。最初の理由：{3}。</translation>
    </message>
    <message>
        <source>Importing</source>
        <translation>インポートしています</translation>
    </message>
    <message>
        <source>The label column {0} is empty. Choose another label.</source>
        <translation>ラベル列 {0} は空です。別のラベルを選んでください。</translation>
    </message>
    <message>
        <source>There is no class {0} in {1} that could become {2}; its classes are {3}.</source>
        <translation>{1} に {2} にまとめるクラス {0} はありません。クラスは {3} です。</translation>
    </message>
    <message>
        <source>Column {0} has text such as {1}, which is not a number. Make it a category, keep it or leave it out.</source>
        <translation>列 {0} には {1} のような数値でないテキストがあります。カテゴリにするか、保持するか、外してください。</translation>
    </message>
    <message>
        <source>Groups of a table are named when it is split: keep column {0} instead, then split by it.</source>
        <translation>表のグループは分割のときに指定します。列 {0} を保持し、その列で分割してください。</translation>
    </message>
    <message>
        <source>{0} has no column left to learn from: its columns are {1}. Choose other labels, or make a column a feature or a category.</source>
        <translation>{0} に学習に使える列が残っていません。列は {1} です。別のラベルを選ぶか、列を特徴量かカテゴリにしてください。</translation>
    </message>
    <message>
        <source>There is no column {0} in {1}. Did you mean {2}?</source>
        <translation>{1} に列 {0} はありません。{2} のことですか？</translation>
    </message>
    <message>
        <source>There is no column {0} in {1}; its columns are {2}.</source>
        <translation>{1} に列 {0} はありません。列は {2} です。</translation>
    </message>
    <message>
        <source>Classes can be merged only where the label is a class.</source>
        <translation>クラスをまとめられるのは、ラベルがクラスのときだけです。</translation>
    </message>
    <message>
        <source>Surveying</source>
        <translation>調査しています</translation>
    </message>
    <message>
        <source>{0} has no records below its header.</source>
        <translation>{0} は見出しの下にレコードがありません。</translation>
    </message>
    <message>
        <source>Importing recordings</source>
        <translation>録音をインポートしています</translation>
    </message>
    <message>
        <source>{0} exists already. Choose another name, or allow it to be overwritten.</source>
        <translation>{0} はすでにあります。別の名前にするか、上書きを許可してください。</translation>
    </message>
    <message>
        <source>There is no folder {0}. Create it, or choose another place.</source>
        <translation>フォルダー {0} はありません。作るか、別の場所を選んでください。</translation>
    </message>
    <message>
        <source>{0} is a pipe or a device, which Masu does not replace. Choose the name of a file.</source>
        <translation>{0} はパイプかデバイスなので、置き換えません。ファイルの名前を指定してください。</translation>
    </message>
    <message>
        <source>{0} is a pipe or a device. Save its content to a file first.</source>
        <translation>{0} はパイプかデバイスです。先に中身をファイルに保存してください。</translation>
    </message>
    <message>
        <source>{0} ends at byte {1}, where more was expected: it was cut short.</source>
        <translation>{0} は {1} バイトで途切れています。途中で切れたファイルです。</translation>
    </message>
    <message>
        <source>{0} has {1} bytes; at most {2} are expected here.</source>
        <translation>{0} は {1} バイトありますが、ここでは {2} バイトまでです。</translation>
    </message>
    <message>
        <source>There is no rank {0} among {1}: ranks are numbered from 0 to one less than there are.</source>
        <translation>全 {1} ランクの中にランク {0} はありません。ランクの番号は 0 から始まり、総数より 1 小さい数までです。</translation>
    </message>
    <message>
        <source>A batch of {0} samples cannot be shared by {1} ranks; ask for larger batches.</source>
        <translation>{0} サンプルのバッチは {1} ランクで分け合えません。バッチを大きくしてください。</translation>
    </message>
    <message>
        <source>{0} holds no samples.</source>
        <translation>{0} にサンプルはありません。</translation>
    </message>
    <message>
        <source>The manifest {0} of {1} has no samples for {2}; split the dataset again.</source>
        <translation>{1} のマニフェスト {0} に {2} のサンプルがありません。データセットを分割し直してください。</translation>
    </message>
    <message>
        <source>The manifest {0} of {1} has no training samples to compute the mean from; split the dataset again, or stream without normalising.</source>
        <translation>{1} のマニフェスト {0} に平均を取れる学習サンプルがありません。分割し直すか、正規化せずに読み出してください。</translation>
    </message>
    <message>
        <source>The state {0} belongs to another dataset or to a split that has changed since.</source>
        <translation>状態 {0} は別のデータセットか、その後に変わった分割のものです。</translation>
    </message>
    <message>
        <source>Chunk {0} of /{1} in {2} cannot be streamed: {3}</source>
        <translation>{2} の /{1} のチャンク {0} をストリームで読めません：{3}</translation>
    </message>
    <message>
        <source>{0} has neither numbers nor categories to stream; import columns as features.</source>
        <translation>{0} にストリームで読める数値もカテゴリもありません。列を特徴量としてインポートしてください。</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not a state of a stream of this version: pass one as it was reported.</source>
        <translation>「{0}」はこのバージョンのストリームの状態ではありません。報告された状態をそのまま渡してください。</translation>
    </message>
    <message>
        <source>The ratios {0}, {1} and {2} must be between 0 and 1 and add up to 1, not to {3}.</source>
        <translation>比率 {0}、{1}、{2} は 0 から 1 の間で、合計が {3} ではなく 1 になる必要があります。</translation>
    </message>
    <message>
        <source>{0} has no class labels to stratify by; split it without stratifying, or import it with a label column.</source>
        <translation>{0} に層化に使うクラスラベルがありません。層化せずに分割するか、ラベル列を付けてインポートしてください。</translation>
    </message>
    <message>
        <source>{0} does not say which source its samples came from; import it again with Masu.</source>
        <translation>{0} にサンプルの入力元が記録されていません。Masu でインポートし直してください。</translation>
    </message>
    <message>
        <source>{0} must begin with a header that names the columns source and position, such as sample,source,position,label.</source>
        <translation>{0} は sample,source,position,label のように、source と position の列名を含む見出しで始まる必要があります。</translation>
    </message>
    <message>
        <source>This line is not an event of a training run: {0}</source>
        <translation>この行は学習の実行のイベントではありません：{0}</translation>
    </message>
    <message>
        <source>Writing shards</source>
        <translation>シャードを書いています</translation>
    </message>
    <message>
        <source>No sample is left to export. Choose other splits.</source>
        <translation>書き出すサンプルが残っていません。別の分割を選んでください。</translation>
    </message>
    <message>
        <source>{0} is a file, not a folder. Choose another place.</source>
        <translation>{0} はフォルダーではなくファイルです。別の場所を選んでください。</translation>
    </message>
    <message>
        <source>The object {0} of {1} holds no numbers.</source>
        <translation>{1} のオブジェクト {0} は数値ではありません。</translation>
    </message>
    <message>
        <source>{0} has no object {1}.</source>
        <translation>{0} にオブジェクト {1} はありません。</translation>
    </message>
    <message>
        <source>{0} has {1} samples; {3} from number {2} were asked for.</source>
        <translation>{0} は {1} サンプルですが、{2} からの {3} 個が求められました。</translation>
    </message>
    <message>
        <source>{0} is damaged: {1} of the samples {2} to {3} cannot be read. Copy it again, or import again.</source>
        <translation>{0} は壊れています。サンプル {2} から {3} の {1} を読めません。コピーし直すか、インポートし直してください。</translation>
    </message>
    <message>
        <source>{0} kept no text column {1}.</source>
        <translation>{0} はテキスト列 {1} を保持していません。</translation>
    </message>
    <message>
        <source>The object {0} of {1} is not as the dataset format says. Import again.</source>
        <translation>{1} のオブジェクト {0} がデータセットの形式に合いません。インポートし直してください。</translation>
    </message>
    <message>
        <source>{0} is an HDF5 file, but not a dataset of Masu. Import it first.</source>
        <translation>{0} は HDF5 ファイルですが Masu のデータセットではありません。先にインポートしてください。</translation>
    </message>
    <message>
        <source>{0} was written by a later Masu: its format is {1}, this program reads up to {2}. Install a newer Masu.</source>
        <translation>{0} はより新しい Masu が書いたものです。形式は {1} で、このプログラムが読めるのは {2} までです。新しい Masu を入れてください。</translation>
    </message>
    <message>
        <source>A sample of {0} takes {1} bytes; at least 1 and less than 4 GiB can be stored.</source>
        <translation>{0} の 1 サンプルは {1} バイトです。保存できるのは 1 バイト以上 4 GiB 未満です。</translation>
    </message>
    <message>
        <source>No sample is left, so {0} was not written.</source>
        <translation>サンプルが残らないため、{0} は書きませんでした。</translation>
    </message>
    <message>
        <source>Writing the dataset file</source>
        <translation>データセットを書いています</translation>
    </message>
    <message>
        <source>Waiting for the disk</source>
        <translation>ディスクを待っています</translation>
    </message>
    <message>
        <source>The attribute {0} of {1} is not a text.</source>
        <translation>{1} の属性 {0} がテキストではありません。</translation>
    </message>
    <message>
        <source>The object {0} of {1} has a type that Masu does not write.</source>
        <translation>{1} のオブジェクト {0} は Masu が書かない型です。</translation>
    </message>
    <message>
        <source>{0} changed while it was being written. Run the import again.</source>
        <translation>{0} は書いている間に変わりました。もう一度インポートしてください。</translation>
    </message>
    <message>
        <source>Another program is writing {0}. Wait until it is done, or choose another name.</source>
        <translation>別のプログラムが {0} を書いています。終わるまで待つか、別の名前にしてください。</translation>
    </message>
    <message>
        <source>{0} is a folder. Name a file in it, such as {1}.</source>
        <translation>{0} はフォルダーです。{1} のように中のファイルを指定してください。</translation>
    </message>
    <message>
        <source>HDF5 did not lay the chunks of {0} side by side.</source>
        <translation>HDF5 が {0} のチャンクを並べて配置しませんでした。</translation>
    </message>
    <message>
        <source>There is no manifest {0}: {1} holds none yet. Split the dataset first.</source>
        <translation>マニフェスト {0} はありません。{1} にはまだ 1 つもありません。先にデータセットを分割してください。</translation>
    </message>
    <message>
        <source>There is no manifest {0} in {1}. It holds: {2}.</source>
        <translation>{1} にマニフェスト {0} はありません。あるのは {2} です。</translation>
    </message>
    <message>
        <source>The manifest {0} has {1} entries, but the dataset {2} samples.</source>
        <translation>マニフェスト {0} は {1} 件ですが、データセットは {2} サンプルです。</translation>
    </message>
    <message>
        <source>A manifest needs a name.</source>
        <translation>マニフェストには名前が必要です。</translation>
    </message>
    <message>
        <source>There is a manifest {0} already. Choose another name, or delete it first.</source>
        <translation>マニフェスト {0} はすでにあります。別の名前にするか、先に消してください。</translation>
    </message>
    <message>
        <source>The manifest {0} was frozen. The samples it had are in the splits they were in, but with new ones its hash has changed, so it is no longer frozen. Freeze it again to keep it as it is now.</source>
        <translation>マニフェスト {0} は固定されていました。以前からのサンプルの割り当ては変わりませんが、新しいサンプルによりハッシュが変わったため、固定は解除されました。今の状態を保つには、もう一度固定してください。</translation>
    </message>
    <message>
        <source>The manifest {0} is frozen. Give the new one another name.</source>
        <translation>マニフェスト {0} は固定されています。新しいものには別の名前を付けてください。</translation>
    </message>
    <message>
        <source>The rules of the manifest {0} are too long to be kept with it: {1} bytes of at most {2}.</source>
        <translation>マニフェスト {0} の規則が長すぎて保存できません。{2} バイトまでのところ {1} バイトです。</translation>
    </message>
    <message>
        <source>The manifest {0} in {1} does not hold one split for each sample.</source>
        <translation>{1} のマニフェスト {0} は、サンプルごとに 1 つの分割を持っていません。</translation>
    </message>
    <message>
        <source>{0} is not a dataset of Masu. Import it first.</source>
        <translation>{0} は Masu のデータセットではありません。先にインポートしてください。</translation>
    </message>
    <message>
        <source>{0} was cut short: {1} of its {2} bytes are there. Copy it again, or import again.</source>
        <translation>{0} は途中で切れています。{2} バイトのうち {1} バイトしかありません。コピーし直すか、インポートし直してください。</translation>
    </message>
    <message>
        <source>{0} has {1} samples, counted from 0; there is none with number {2}.</source>
        <translation>{0} は 0 から数えて {1} サンプルで、{2} 番はありません。</translation>
    </message>
    <message>
        <source>Comparing checksums</source>
        <translation>チェックサムを照合しています</translation>
    </message>
    <message>
        <source>The training worker ended before it had traced every model (code {0}, signal {1}).</source>
        <translation>学習ワーカーが全モデルの解析前に終了しました（コード {0}、シグナル {1}）。</translation>
    </message>
    <message>
        <source>A batch holds at least one sample.</source>
        <translation>バッチには 1 サンプル以上が必要です。</translation>
    </message>
    <message>
        <source>Tracing the models</source>
        <translation>モデルを解析しています</translation>
    </message>
    <message>
        <source>Choose a folder to export to.</source>
        <translation>書き出すフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>{0} holds other things than WAV files and is not replaced.</source>
        <translation>{0} に WAV 以外のものがあるため、置き換えません。</translation>
    </message>
    <message>
        <source>Writing sample data</source>
        <translation>サンプルデータを書いています</translation>
    </message>
    <message>
        <source>Splitting</source>
        <translation>分割しています</translation>
    </message>
    <message>
        <source>Streaming</source>
        <translation>ストリームを読み出しています</translation>
    </message>
    <message>
        <source>Name the folder that the training run is to write.</source>
        <translation>学習の結果を書き込むフォルダーを指定してください。</translation>
    </message>
    <message>
        <source>{0} is a file; a training run needs a folder: choose another name.</source>
        <translation>{0} はファイルです。学習にはフォルダーが必要なので、別の名前にしてください。</translation>
    </message>
    <message>
        <source>The folder {0} is not empty: choose another one for this training run, or allow it to be overwritten.</source>
        <translation>フォルダー {0} は空ではありません。別のフォルダーを選ぶか、上書きを許可してください。</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>学習しています</translation>
    </message>
    <message>
        <source>The training worker was killed, most likely because memory ran out; no checkpoint was written yet: choose a smaller batch or model.</source>
        <translation>学習ワーカーが強制終了されました。おそらくメモリ不足です。チェックポイントはまだありません。バッチかモデルを小さくしてください。</translation>
    </message>
    <message>
        <source>The training worker was killed, most likely because memory ran out; the last checkpoint is {0}: choose a smaller batch or model.</source>
        <translation>学習ワーカーが強制終了されました。おそらくメモリ不足です。最後のチェックポイントは {0} です。バッチかモデルを小さくしてください。</translation>
    </message>
    <message>
        <source>The training worker ended unexpectedly ({0}: {1}); no checkpoint was written yet.</source>
        <translation>学習ワーカーが予期せず終了しました（{0}：{1}）。チェックポイントはまだありません。</translation>
    </message>
    <message>
        <source>The training worker ended unexpectedly ({0}: {1}); the last checkpoint is {2}.</source>
        <translation>学習ワーカーが予期せず終了しました（{0}：{1}）。最後のチェックポイントは {2} です。</translation>
    </message>
    <message>
        <source>Starting the training worker</source>
        <translation>学習ワーカーを起動しています</translation>
    </message>
    <message>
        <source>Training and estimates need the program masu-train, which is not installed: install the package masu-train.</source>
        <translation>学習と見積もりには masu-train が必要ですが、入っていません。パッケージ masu-train を入れてください。</translation>
    </message>
    <message>
        <source>{0} has no split named {1}: divide it into train, validation and test first.</source>
        <translation>{0} に {1} という分割はありません。先に学習・検証・テストに分割してください。</translation>
    </message>
    <message>
        <source>{0} has no labels to learn from: import it again and name its label.</source>
        <translation>{0} に学習するラベルがありません。ラベルを指定してインポートし直してください。</translation>
    </message>
    <message>
        <source>{0} has nothing besides its label to learn from.</source>
        <translation>{0} にはラベルのほかに学習に使えるものがありません。</translation>
    </message>
    <message>
        <source>Every sample of {0} has the same class, so there is nothing to distinguish.</source>
        <translation>{0} の全サンプルが同じクラスで、見分けるものがありません。</translation>
    </message>
    <message>
        <source>The split {1} of {0} has no train samples: give train a larger share.</source>
        <translation>{0} の分割 {1} に学習サンプルがありません。学習の割合を増やしてください。</translation>
    </message>
    <message>
        <source>There is not enough memory for this training step: choose a smaller batch or model.</source>
        <translation>この学習ステップにはメモリが足りません。バッチかモデルを小さくしてください。</translation>
    </message>
    <message>
        <source>A training step failed: {0}.</source>
        <translation>学習ステップに失敗しました：{0}。</translation>
    </message>
    <message>
        <source>There is no optimizer {0}: choose sgd, adam or adamw.</source>
        <translation>オプティマイザー {0} はありません。sgd、adam、adamw から選んでください。</translation>
    </message>
    <message>
        <source>The loss of {0} became infinite or NaN after {1} steps: choose a learning rate below {2}, or look for extreme values in the data.</source>
        <translation>{0} の損失が {1} ステップで無限大または NaN になりました。学習率を {2} より小さくするか、データに極端な値がないか調べてください。</translation>
    </message>
    <message>
        <source>The model {0} has no parameters to train.</source>
        <translation>モデル {0} に学習するパラメーターがありません。</translation>
    </message>
    <message>
        <source>There is no model file {0}.</source>
        <translation>モデルファイル {0} はありません。</translation>
    </message>
    <message>
        <source>{0} was written by a later PyTorch than LibTorch {1} here can read: save it again with that release.</source>
        <translation>{0} は、ここの LibTorch {1} が読めるより新しい PyTorch で書かれています。そのバージョンで保存し直してください。</translation>
    </message>
    <message>
        <source>{0} is not a TorchScript file as torch.jit.save writes it: {1}.</source>
        <translation>{0} は torch.jit.save の書く TorchScript ファイルではありません：{1}。</translation>
    </message>
    <message>
        <source>The model {0} does not take samples of shape {1} with {2} categories: {3}.</source>
        <translation>モデル {0} は形状 {1}、カテゴリ {2} 個のサンプルを受け取れません：{3}。</translation>
    </message>
    <message>
        <source>The checkpoint could not be written: {0}.</source>
        <translation>チェックポイントを書けませんでした：{0}。</translation>
    </message>
    <message>
        <source>The checkpoint could not be read back: {0}.</source>
        <translation>チェックポイントを読み戻せませんでした：{0}。</translation>
    </message>
    <message>
        <source>The model could not be traced: {0}.</source>
        <translation>モデルを解析できませんでした：{0}。</translation>
    </message>
    <message>
        <source>Training failed: {0}.</source>
        <translation>学習に失敗しました：{0}。</translation>
    </message>
    <message>
        <source>Name at least one model to train.</source>
        <translation>学習するモデルを 1 つ以上指定してください。</translation>
    </message>
    <message>
        <source>A training run needs at least one epoch and a batch of at least one sample.</source>
        <translation>学習には 1 エポック以上と、1 サンプル以上のバッチが必要です。</translation>
    </message>
    <message>
        <source>{0} is damaged: it cannot be read at frame {1} of {2}.</source>
        <translation>{0} は壊れています。{2} フレームのうち {1} で読めません。</translation>
    </message>
    <message>
        <source>{0} is not a sound file, or its header is damaged.</source>
        <translation>{0} は音声ファイルではないか、ヘッダーが壊れています。</translation>
    </message>
    <message>
        <source>{0} is cut short: its length is not known.</source>
        <translation>{0} は途中で切れていて、長さが分かりません。</translation>
    </message>
    <message>
        <source>{0} is cut short: it holds {1} of the {2} bytes of sound its header promises.</source>
        <translation>{0} は途中で切れています。ヘッダーにある音声 {2} バイトのうち {1} バイトしかありません。</translation>
    </message>
    <message>
        <source>{0} is cut short: it holds {1} of the {2} frames its header promises.</source>
        <translation>{0} は途中で切れています。ヘッダーにある {2} フレームのうち {1} フレームしかありません。</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not a rule for labels or groups: use folder, name:EXPRESSION, path:EXPRESSION, csv:FILE or column:NAME; for labels also annotation, array:NAME or idx:FILE.</source>
        <translation>「{0}」はラベルやグループの規則ではありません。folder、name:式、path:式、csv:ファイル、column:列名 のどれかを使ってください。ラベルには annotation、array:名前、idx:ファイル も使えます。</translation>
    </message>
    <message>
        <source>The expression &quot;{0}&quot; has no brackets around the part that is wanted: write for example name:^([^_]+)_.</source>
        <translation>式「{0}」に、取り出す部分を囲む括弧がありません。例：name:^([^_]+)_</translation>
    </message>
    <message>
        <source>The rate cannot be changed: {0}.</source>
        <translation>サンプリングレートを変えられません：{0}。</translation>
    </message>
    <message>
        <source>There is not enough memory for this; close other programs or lower the budget.</source>
        <translation>メモリが足りません。ほかのプログラムを閉じるか、メモリの上限を下げてください。</translation>
    </message>
    <message>
        <source>, line %1</source>
        <translation>、%1 行目</translation>
    </message>
    <message>
        <source>, column %1</source>
        <translation>、%1 列目</translation>
    </message>
    <message>
        <source>{1} has no column {0} to filter by. It has: {2}. Put a text to compare with in quotes.</source>
        <translation>{1} に絞り込みに使う列 {0} はありません。あるのは {2} です。比べる文字は引用符で囲んでください。</translation>
    </message>
    <message>
        <source>The column {0}, at column {1} of the filter, holds numbers: compare them with =, !=, &lt;, &lt;=, &gt; or &gt;=.</source>
        <translation>絞り込みの {1} 文字目の列 {0} は数値です。=、!=、&lt;、&lt;=、&gt;、&gt;= で比べてください。</translation>
    </message>
    <message>
        <source>The filter asks of {0}, at column {1}, how it compares with &apos;missing&apos;, which has no order: write = missing or != missing.</source>
        <translation>絞り込みの {1} 文字目で {0} を missing と大小比較していますが、順序はありません。= missing か != missing と書いてください。</translation>
    </message>
    <message>
        <source>&apos;and&apos;, &apos;or&apos; or the end</source>
        <translation>and、or、または終わり</translation>
    </message>
    <message>
        <source>The filter ends at column {0} where {1} should follow: {2}</source>
        <translation>絞り込みが {0} 文字目で終わっていますが、{1}が続くはずです：{2}</translation>
    </message>
    <message>
        <source>The filter has &apos;{0}&apos; at column {1} where {2} is expected: {3}</source>
        <translation>絞り込みの {1} 文字目に「{0}」がありますが、{2}のはずです：{3}</translation>
    </message>
    <message>
        <source>The filter nests more than {0} deep at column {1}.</source>
        <translation>絞り込みの {1} 文字目で入れ子が {0} 段を超えています。</translation>
    </message>
    <message>
        <source>a comparison such as = or &gt;=</source>
        <translation>= や &gt;= などの比較</translation>
    </message>
    <message>
        <source>the name of a column</source>
        <translation>列の名前</translation>
    </message>
    <message>
        <source>a comparison such as =, &gt;=, contains or in</source>
        <translation>=、&gt;=、contains、in などの比較</translation>
    </message>
    <message>
        <source>a comma or &apos;)&apos;</source>
        <translation>コンマか「)」</translation>
    </message>
    <message>
        <source>a number, a text in quotes or &apos;missing&apos;</source>
        <translation>数値、引用符で囲んだテキスト、または missing</translation>
    </message>
    <message>
        <source>The filter opens a quote at column {0} and never closes it: {1}</source>
        <translation>絞り込みの {0} 文字目で開いた引用符が閉じていません：{1}</translation>
    </message>
    <message>
        <source>The filter has something like a number at column {0} that is not one: {1}. Put texts in quotes, and column names that are not plain words in backticks.</source>
        <translation>絞り込みの {0} 文字目は数値のようで数値ではありません：{1}。テキストは引用符で、単純な語でない列名はバッククォートで囲んでください。</translation>
    </message>
    <message>
        <source>The filter has a &apos;{0}&apos; at column {1} that means nothing: {2}</source>
        <translation>絞り込みの {1} 文字目の「{0}」には意味がありません：{2}</translation>
    </message>
    <message>
        <source>The splits file {0} is for {1} samples, not for {2}.</source>
        <translation>分割ファイル {0} は {2} ではなく {1} サンプル用です。</translation>
    </message>
    <message>
        <source>{0} holds rows of a table: noise, gain and drop can vary these; shift, crop, mask and flip need recordings or images.</source>
        <translation>{0} は表の行です。使えるのは noise、gain、drop で、shift、crop、mask、flip には録音か画像が必要です。</translation>
    </message>
    <message>
        <source>A buffer of {0} samples that is filled again at {1} never hands any out; lower --min-left.</source>
        <translation>{0} サンプルのバッファーを {1} で補充すると、渡せるサンプルがなくなります。--min-left を小さくしてください。</translation>
    </message>
    <message>
        <source>The state was saved with --shuffle {0} --batch {1} --seed {2} --capacity {3} --min-left {4}; resume with the same.</source>
        <translation>この状態は --shuffle {0} --batch {1} --seed {2} --capacity {3} --min-left {4} で保存したものです。同じ設定で再開してください。</translation>
    </message>
    <message>
        <source>The state was saved with --shuffle {0} --blocks {3} --batch {1} --seed {2}; resume with the same.</source>
        <translation>この状態は --shuffle {0} --blocks {3} --batch {1} --seed {2} で保存したものです。同じ設定で再開してください。</translation>
    </message>
    <message>
        <source>The {0} samples do not fill one batch of {1}; keep the last batch, or ask for smaller ones.</source>
        <translation>{0} サンプルでは {1} のバッチ 1 つに足りません。最後のバッチを残すか、バッチを小さくしてください。</translation>
    </message>
    <message>
        <source>There are {0} groups for {1} parts, so that some would stay empty; ask for fewer, or for other groups.</source>
        <translation>{1} 個に分けるにはグループが {0} 個しかなく、空のものができます。数を減らすか、別のグループを使ってください。</translation>
    </message>
    <message>
        <source>A gap needs an order: a column, or position.</source>
        <translation>間隔を空けるには順序（列か position）が必要です。</translation>
    </message>
    <message>
        <source>The subset {0} must be a share above 0 and at most 1, such as 0.05.</source>
        <translation>部分の割合 {0} は、0.05 のように 0 より大きく 1 以下にしてください。</translation>
    </message>
    <message>
        <source>There can be 2 to {0} folds, not {1}.</source>
        <translation>フォールドの数は 2 から {0} までで、{1} にはできません。</translation>
    </message>
    <message>
        <source>With folds the validation share is a fold; give ratios such as 0.9,0,0.1, or a test set by a rule.</source>
        <translation>交差検証ではフォールドの 1 つが検証になります。0.9,0,0.1 のような比率か、規則によるテストを指定してください。</translation>
    </message>
    <message>
        <source>The column {0} holds texts, which have no order in time; name one of numbers or times, or position.</source>
        <translation>列 {0} はテキストで、時間の順序がありません。数値か時刻の列、または position を指定してください。</translation>
    </message>
    <message>
        <source>A gap of {0} samples leaves nothing of {1} to divide; ask for a smaller one.</source>
        <translation>{0} サンプルの間隔を空けると {1} に分けるものが残りません。間隔を小さくしてください。</translation>
    </message>
    <message>
        <source>Measuring the train split</source>
        <translation>学習データを測っています</translation>
    </message>
    <message>
        <source>A sample is larger than the 4 GiB that a shard of MDS holds.</source>
        <translation>サンプルが MDS のシャードの上限 4 GiB を超えています。</translation>
    </message>
    <message>
        <source>Masu does not write {0}.</source>
        <translation>Masu は {0} を書きません。</translation>
    </message>
    <message>
        <source>The split {0} has {1} samples, too few for {2} readers to get a shard each.</source>
        <translation>分割 {0} のサンプルは {1} 個で、{2} 個のリーダーにシャードを 1 つずつ渡せません。</translation>
    </message>
    <message>
        <source>A sample has more than the 8 GiB that a member of a tar file holds.</source>
        <translation>サンプルが tar の上限 8 GiB を超えています。</translation>
    </message>
    <message>
        <source>{0} has no features whose type could change.</source>
        <translation>{0} に型を変えられる特徴量がありません。</translation>
    </message>
    <message>
        <source>Converting</source>
        <translation>変換しています</translation>
    </message>
    <message>
        <source>Column {0} has missing values, which {1} has no code for. Choose i16, i8 or a float type.</source>
        <translation>列 {0} に欠損があり、{1} では表せません。i16、i8 か浮動小数点型を選んでください。</translation>
    </message>
    <message>
        <source>Column {0} has decimals, which {1} does not hold. Choose i16, i8 or a float type.</source>
        <translation>列 {0} に小数があり、{1} では保持できません。i16、i8 か浮動小数点型を選んでください。</translation>
    </message>
    <message>
        <source>Column {0} holds {1}, which {2} does not hold. Choose a wider type.</source>
        <translation>列 {0} の {1} は {2} では保持できません。より広い型を選んでください。</translation>
    </message>
    <message>
        <source>{0} describes {1} columns of features, but stores {2}. Import again.</source>
        <translation>{0} の記述では特徴量が {1} 列ですが、保存されているのは {2} 列です。インポートし直してください。</translation>
    </message>
    <message>
        <source>{0} cannot be unpacked: it is damaged or cut short. Fetch it again.</source>
        <translation>{0} を展開できません。壊れているか途中で切れています。取得し直してください。</translation>
    </message>
    <message>
        <source>Checking</source>
        <translation>チェックしています</translation>
    </message>
    <message>
        <source>Class {0} makes up {1} % of {2}, but {3} % of all that is used.</source>
        <translation>クラス {0} は {2} の {1} % ですが、使用分全体では {3} % です。</translation>
    </message>
    <message>
        <source>The splits have the same class shares, as far as chance allows.</source>
        <translation>クラスの割合は、偶然の範囲内でどの分割も同じです。</translation>
    </message>
    <message>
        <source>Classes that splits lack altogether: {0} in all, such as {1}.</source>
        <translation>一部の分割にまったくないクラス：全部で {0} 件（例：{1}）。</translation>
    </message>
    <message>
        <source>The dataset has no classes.</source>
        <translation>データセットにクラスはありません。</translation>
    </message>
    <message>
        <source>No single column gives the class away; {0} comes nearest and avoids {1} % of the errors of guessing.</source>
        <translation>1 列だけでクラスが分かってしまう列はありません。最も近いのは {0} で、推測の誤りを {1} % 減らします。</translation>
    </message>
    <message>
        <source>The column {0} alone gives the class away: it avoids {1} % of the errors of guessing.</source>
        <translation>列 {0} だけでクラスが分かります。推測の誤りを {1} % 減らします。</translation>
    </message>
    <message>
        <source>The mean of {0} is {1} in {2}, but {3} in train: {4} standard deviations apart.</source>
        <translation>{0} の平均は {2} で {1}、学習で {3} で、標準偏差の {4} 倍離れています。</translation>
    </message>
    <message>
        <source>Where the difference is not meant, as in a split by time or by group, split at random or with other groups.</source>
        <translation>時間やグループによる分割のような意図した違いでなければ、ランダムか別のグループで分割してください。</translation>
    </message>
    <message>
        <source>The dataset has no labels.</source>
        <translation>データセットにラベルはありません。</translation>
    </message>
    <message>
        <source>Equal samples have equal labels.</source>
        <translation>同じサンプルには同じラベルが付いています。</translation>
    </message>
    <message>
        <source>The samples are not windows of recordings.</source>
        <translation>サンプルは録音の窓ではありません。</translation>
    </message>
    <message>
        <source>No window shares frames with one of another split.</source>
        <translation>別の分割の窓とフレームを共有する窓はありません。</translation>
    </message>
    <message>
        <source>{0} windows share frames with a window of another split, in {1}, for one.</source>
        <translation>{0} 個の窓が別の分割の窓とフレームを共有しています。例えば {1} です。</translation>
    </message>
    <message>
        <source>The dataset has no groups.</source>
        <translation>データセットにグループはありません。</translation>
    </message>
    <message>
        <source>Each of {0} groups is in one split.</source>
        <translation>{0} グループはどれも 1 つの分割に収まっています。</translation>
    </message>
    <message>
        <source>{0} of {1} groups are in more than one split, for example {2}: scores measure how well known groups are recognised.</source>
        <translation>{1} グループのうち {0} が複数の分割にまたがります（例：{2}）。そのため、評価は既知のグループの見分けやすさを測ることになります。</translation>
    </message>
    <message>
        <source>Shares are up to {0} percentage points from those asked for, since groups stay whole.</source>
        <translation>グループを分けないため、割合は指定から最大 {0} ポイントずれます。</translation>
    </message>
    <message>
        <source>Shares are up to {0} percentage points from those asked for, which a hash meets on average only.</source>
        <translation>ハッシュでは平均としてしか合わないため、割合は指定から最大 {0} ポイントずれます。</translation>
    </message>
    <message>
        <source>Shares are up to {0} percentage points from those asked for, since small classes divide into whole samples only.</source>
        <translation>小さなクラスはサンプル単位でしか分けられないため、割合は指定から最大 {0} ポイントずれます。</translation>
    </message>
    <message>
        <source>A split cannot go by hash and by class shares at once; leave one of them out.</source>
        <translation>ハッシュによる分割ではクラスの割合を保てません。どちらかを外してください。</translation>
    </message>
    <message>
        <source>A split cannot go in order and by hash at once; leave one of them out.</source>
        <translation>順序による分割とハッシュによる分割は同時に使えません。どちらかを外してください。</translation>
    </message>
    <message>
        <source>A split cannot go in order and by groups at once; leave one of them out.</source>
        <translation>順序による分割とグループによる分割は同時に使えません。どちらかを外してください。</translation>
    </message>
    <message>
        <source>A split cannot go in order and by class shares at once; leave one of them out.</source>
        <translation>順序による分割ではクラスの割合を保てません。どちらかを外してください。</translation>
    </message>
    <message>
        <source>A split cannot go in order and into folds at once; leave one of them out.</source>
        <translation>順序による分割と交差検証は同時に使えません。どちらかを外してください。</translation>
    </message>
    <message>
        <source>This JSON is not a recipe of Masu. Save one from an import, or with masu inspect.</source>
        <translation>この JSON は Masu のレシピではありません。インポートの画面または masu inspect で保存したものを使ってください。</translation>
    </message>
    <message>
        <source>What {0} is shows only when the import is done: filter by columns or the source.</source>
        <translation>{0} はインポートが終わるまで決まりません。列か source で絞り込んでください。</translation>
    </message>
    <message>
        <source>The label &quot;{0}&quot; is not a number, so labels cannot be values; predict classes instead.</source>
        <translation>ラベル「{0}」は数値ではないので、値として扱えません。クラスとして予測してください。</translation>
    </message>
    <message>
        <source>{0} The others are imported where faulty recordings may be rejected.</source>
        <translation>{0} 問題のある録音を不採用にする設定なら、ほかの録音はインポートできます。</translation>
    </message>
    <message>
        <source>{0} has the channels {1}, not {2}; choose channels that all recordings have.</source>
        <translation>{0} のチャンネルは {1} で、{2} ではありません。すべての録音にあるチャンネルを選んでください。</translation>
    </message>
    <message>
        <source>{0} has {1} frames a second where most have {2}; resampling to {2} brings all to one rate.</source>
        <translation>{0} は毎秒 {1} フレームですが、大半は {2} です。{2} にリサンプリングすると、すべて同じレートになります。</translation>
    </message>
    <message>
        <source>The recordings differ in length: the shortest has {0} frames, the median {1}, the longest {2}. Choose a window.</source>
        <translation>録音の長さがまちまちです。最短 {0}、中央値 {1}、最長 {2} フレームです。窓の長さを選んでください。</translation>
    </message>
    <message>
        <source>The hop must be at least one frame; without a hop there is one window a recording.</source>
        <translation>ホップは 1 フレーム以上にしてください。ホップがなければ、録音ごとに窓は 1 つです。</translation>
    </message>
    <message>
        <source>The type {0} cannot hold these recordings, whose samples are {1}. Choose f32, or leave the choice to Masu.</source>
        <translation>型 {0} では、サンプルが {1} のこれらの録音を表せません。f32 を選ぶか、型の選択を任せてください。</translation>
    </message>
    <message>
        <source>Column {2} has {3} in line {1} of {0}, which is not a date or time.</source>
        <translation>{0} の {1} 行目、列 {2} の「{3}」は日付でも時刻でもありません。</translation>
    </message>
    <message>
        <source>{0} exists already. Move it away, or allow the import to overwrite.</source>
        <translation>{0} はすでにあります。移動するか、上書きを許してインポートしてください。</translation>
    </message>
    <message>
        <source>There is no {1} in {0}.</source>
        <translation>{0} の中に {1} はありません。</translation>
    </message>
    <message>
        <source>{0} has records or a header in its first lines, where {1} has {2} lines before its table. Import one of them, then append the other; or state by --skip how many lines to pass over in every source.</source>
        <translation>{1} の表の前には {2} 行ありますが、{0} では先頭の行がレコードまたは見出しです。一方をインポートしてから他方を追加するか、すべてのソースで読み飛ばす行数を --skip で指定してください。</translation>
    </message>
    <message>
        <source>{0} shares no column with {1}: its first is named {2}. Import them separately, or leave it out.</source>
        <translation>{0} には {1} と共通の列がありません（最初の列は {2}）。別々にインポートするか、除いてください。</translation>
    </message>
    <message>
        <source>Column {0} is not in {1} of {2} files, {3} among them; their cells count as missing.</source>
        <translation>列 {0} は {2} 個のファイルのうち {1} 個（{3} など）にありません。その値は欠損として扱います。</translation>
    </message>
    <message>
        <source>{0} has no header; its columns are read in the order of {1}.</source>
        <translation>{0} には見出し行がないため、{1} と同じ順の列として読みます。</translation>
    </message>
    <message>
        <source>The archive {0} holds no CSV file.</source>
        <translation>アーカイブ {0} に CSV ファイルがありません。</translation>
    </message>
    <message>
        <source>No file matches {0}.</source>
        <translation>{0} に合うファイルがありません。</translation>
    </message>
    <message>
        <source>The label {0} has more than {1} classes. Import it as values, or choose another label.</source>
        <translation>ラベル {0} のクラスは {1} 個を超えています。値としてインポートするか、別のラベルを選んでください。</translation>
    </message>
    <message>
        <source>The label column {0} has text such as {1}, which is not a value to predict. Import it as classes.</source>
        <translation>ラベル列 {0} には {1} のようなテキストがあり、予測する値になりません。クラスとしてインポートしてください。</translation>
    </message>
    <message>
        <source>Several label columns are read as values, but {0} holds classes. Choose one label column, or import them as values (--target value).</source>
        <translation>複数のラベル列は値として読みますが、{0} にはクラスが入っています。ラベル列を 1 つ選ぶか、値としてインポートしてください（--target value）。</translation>
    </message>
    <message>
        <source>The dates of column {0} are read with the day first; choose the other order if the month comes first.</source>
        <translation>列 {0} の日付は日が先とみなします。月が先なら、順序を変えてください。</translation>
    </message>
    <message>
        <source>The dates of column {0} are read with the month first; choose the other order if the day comes first.</source>
        <translation>列 {0} の日付は月が先とみなします。日が先なら、順序を変えてください。</translation>
    </message>
    <message>
        <source>The dates of column {0} have years of two digits and are read with the year last; choose the order with the year first if it comes first.</source>
        <translation>列 {0} の日付の年は 2 桁で、年が最後とみなします。年が先なら、年が先の順序を選んでください。</translation>
    </message>
    <message>
        <source>The dates of column {0} are read in the order {1}, as some of them show, and not in {2} as in the recipe or dataset.</source>
        <translation>列 {0} の日付には順序が {1} と分かるものがあるので、レシピやデータセットの {2} ではなく {1} の順に読みます。</translation>
    </message>
    <message>
        <source>The dates of column {0} can be read in several orders of day, month and year; they are read in that of the recipe or dataset, {1}.</source>
        <translation>列 {0} の日付は日・月・年の順序が何通りにも読めるので、レシピやデータセットと同じ {1} の順に読みます。</translation>
    </message>
    <message>
        <source>Column {0} is free text and is left out; keep it as text to browse it.</source>
        <translation>列 {0} は自由記述のテキストなのでインポートしません。閲覧するにはテキストとして保持してください。</translation>
    </message>
    <message>
        <source>Cutting windows of {0} frames takes {1} bytes of memory, and {2} are allowed. Choose a shorter window, or allow more memory.</source>
        <translation>{0} フレームの窓を切り出すには {1} バイトのメモリが必要ですが、許されているのは {2} バイトです。窓を短くするか、メモリを増やしてください。</translation>
    </message>
    <message>
        <source>{0} is not a whole ZIP archive: its directory cannot be read.</source>
        <translation>{0} は完全な ZIP アーカイブではありません。ディレクトリを読めません。</translation>
    </message>
    <message>
        <source>The members of {0} share bytes, as those of a ZIP bomb do: it is not read. Pack its files again if you trust them.</source>
        <translation>{0} の中のファイルは、ZIP 爆弾のように同じバイトを共有しているため読みません。信頼できるなら、ファイルを圧縮し直してください。</translation>
    </message>
    <message>
        <source>{1} in {0} is damaged: its unpacked bytes do not match their checksum. Download the archive again.</source>
        <translation>{0} の中の {1} は壊れています。展開した内容が元と違います。アーカイブを入手し直してください。</translation>
    </message>
    <message>
        <source>{1} in {0} is encrypted. Unpack it with its password, then import the files.</source>
        <translation>{0} の中の {1} は暗号化されています。パスワードで展開してから、ファイルをインポートしてください。</translation>
    </message>
    <message>
        <source>{1} in {0} is packed by a method that Masu does not read. Unpack it first.</source>
        <translation>{0} の中の {1} は Masu が読めない方式で圧縮されています。先に展開してください。</translation>
    </message>
    <message>
        <source>{1} in {0} would unpack to {2} bytes from {3}, as a ZIP bomb does: it is not read. Unpack it by hand if you trust it.</source>
        <translation>{0} の中の {1} は {3} バイトから {2} バイトに膨らみ、ZIP 爆弾のようなので読みません。信頼できるなら、手で展開してください。</translation>
    </message>
    <message>
        <source>Split with class shares kept (stratified).</source>
        <translation>クラスの割合を保って（層化して）分割し直してください。</translation>
    </message>
    <message>
        <source>Keep class shares when you split, or split by other groups; a class of very few samples needs more data, or to be left out.</source>
        <translation>クラスの割合を保って分割するか、別のグループで分割してください。サンプルがごく少ないクラスは、データを増やすか除外する必要があります。</translation>
    </message>
    <message>
        <source>If it would not be known when the model is used, import again without it; it can be kept for browsing alone.</source>
        <translation>モデルを使う時点で分からない値なら、この列を外してインポートし直してください。閲覧用としてだけ残すこともできます。</translation>
    </message>
    <message>
        <source>{0} is missing in {2} % of {3}, but in {4} % of train.</source>
        <translation>{0} は {3} では {2} % が欠損ですが、学習では {4} % です。</translation>
    </message>
    <message>
        <source>{0} is {1} in {2} % of {3}, but in {4} % of train.</source>
        <translation>{0} が {1} である割合は、{3} では {2} % ですが、学習では {4} % です。</translation>
    </message>
    <message>
        <source>Means and category shares of all columns agree between the splits, as far as chance allows.</source>
        <translation>すべての列の平均とカテゴリの割合は、偶然の範囲で分割どうし一致しています。</translation>
    </message>
    <message>
        <source>Look at them with &apos;masu head&apos;, and correct the labels, import more columns that distinguish them, or set them aside.</source>
        <translation>「masu head」で確かめ、ラベルを直すか、区別できる列を増やしてインポートし直すか、未使用にしてください。</translation>
    </message>
    <message>
        <source>Keep the groups whole when you split.</source>
        <translation>グループを分けずに分割し直してください。</translation>
    </message>
    <message>
        <source>Keep recordings whole (groups by source), or split in order of position with a gap.</source>
        <translation>録音を分けずに（source でグループに）分割するか、位置の順に間隔をあけて分割してください。</translation>
    </message>
    <message>
        <source>A manifest of {0} samples does not fit {1}, which has {2}.</source>
        <translation>{0} サンプルのマニフェストは、{2} サンプルの {1} に合いません。</translation>
    </message>
    <message>
        <source>{0} has no groups to keep together; import it with groups, or name a column.</source>
        <translation>{0} にはまとめるグループがありません。グループを付けてインポートするか、列を指定してください。</translation>
    </message>
    <message>
        <source>There are more than {0} groups by {1}, too many to list. Choose a column with fewer different values.</source>
        <translation>{1} によるグループが {0} を超え、一覧にできません。値の種類がもっと少ない列を選んでください。</translation>
    </message>
    <message>
        <source>The name of {0} is not UTF-8, which JSON requires; write CSV lists instead.</source>
        <translation>{0} の名前は UTF-8 でないため JSON で表せません。CSV のリストで書いてください。</translation>
    </message>
    <message>
        <source>The samples of {0} are in more than one split, which a list of file names cannot express; write CSV or JSONL lists instead.</source>
        <translation>{0} のサンプルは複数の分割にまたがり、ファイル名のリストでは表せません。CSV か JSONL のリストで書いてください。</translation>
    </message>
    <message>
        <source>The name &quot;{0}&quot; ends in a space or holds a line break, which a list of file names cannot say; write CSV or JSONL lists instead.</source>
        <translation>名前「{0}」は空白で終わるか改行を含み、ファイル名のリストでは表せません。CSV か JSONL のリストで書いてください。</translation>
    </message>
    <message>
        <source>{0} holds no list to read: none of train, validation and test with .csv, .txt or .jsonl.</source>
        <translation>{0} に読めるリストがありません。train、validation、test の .csv、.txt、.jsonl のどれもありません。</translation>
    </message>
    <message>
        <source>The training worker did not report what it predicted.</source>
        <translation>学習ワーカーから予測結果の報告がありません。</translation>
    </message>
    <message>
        <source>Features of {0} do not all fit {1}. Choose a floating-point type, or convert the dataset, which reports what is lost.</source>
        <translation>{0} の特徴量には {1} に収まらない値があります。浮動小数点の型を選ぶか、失われる精度が分かるデータセットの変換を使ってください。</translation>
    </message>
    <message>
        <source>{0} does not read {1} shards of this dataset. Choose another format.</source>
        <translation>{0} はこのデータセットの {1} シャードを読み込めません。別の形式を選んでください。</translation>
    </message>
    <message>
        <source>Another export is writing to {0}. Wait until it is done, or choose another folder.</source>
        <translation>別の書き出しが {0} に書き込み中です。終わるまで待つか、別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>The export that was stopped in {0} had other options or another dataset. Use the same ones, or export again without resuming.</source>
        <translation>{0} で中断された書き出しは、設定またはデータセットが異なります。同じ設定を使うか、再開せずに最初から書き出してください。</translation>
    </message>
    <message>
        <source>Unpacking the bundle</source>
        <translation>バンドルを展開しています</translation>
    </message>
    <message>
        <source>Reading shards</source>
        <translation>シャードを読み込んでいます</translation>
    </message>
    <message>
        <source>The dataset holds nothing that {0} could hold.</source>
        <translation>このデータセットには {0} に書き出せるものがありません。</translation>
    </message>
    <message>
        <source>{0} does not match the index of its export. Export it again.</source>
        <translation>{0} は書き出しの索引の内容と一致しません。書き出し直してください。</translation>
    </message>
    <message>
        <source>Masu does not read {0} shards back. It reads csv, npy, hdf5 and zip.</source>
        <translation>Masu は {0} のシャードを読み戻せません。読み戻せるのは csv、npy、hdf5、zip です。</translation>
    </message>
    <message>
        <source>The check {0} passes; there is nothing to do about it.</source>
        <translation>チェック {0} は合格しており、対処するものはありません。</translation>
    </message>
    <message>
        <source>There is no check {0}. There are {1}.</source>
        <translation>{0} というチェックはありません。あるのは {1} です。</translation>
    </message>
    <message>
        <source>The manifest {0} was read from lists or is a fold, so it cannot be drawn again by itself. Split the dataset with &apos;masu split&apos;.</source>
        <translation>マニフェスト {0} はリストから読み込まれたか交差検証のフォールドなので、単独では作り直せません。「masu split」で分割してください。</translation>
    </message>
    <message>
        <source>Opening the manifest</source>
        <translation>マニフェストを開いています</translation>
    </message>
    <message>
        <source>Filtering</source>
        <translation>絞り込んでいます</translation>
    </message>
    <message>
        <source>A manifest needs a name, such as default.</source>
        <translation>マニフェストには default のような名前が必要です。</translation>
    </message>
    <message>
        <source>{0} does not hold how its dataset was imported: import the sources yourself and predict for the dataset.</source>
        <translation>{0} には、データセットをインポートしたときの設定がありません。入力元をインポートしてから、そのデータセットに対して予測してください。</translation>
    </message>
    <message>
        <source>Name the dataset or the sources to predict for.</source>
        <translation>予測の対象とするデータセットか入力元を指定してください。</translation>
    </message>
    <message>
        <source>Predicting</source>
        <translation>予測しています</translation>
    </message>
    <message>
        <source>There is no training run in {0} to resume.</source>
        <translation>{0} には、再開できる学習がありません。</translation>
    </message>
    <message>
        <source>The run in {0} has another {1} than asked for now: leave that out to resume it, or start a run in another folder.</source>
        <translation>{0} の学習では {1} が今回の指定と異なります。再開するにはその指定を外し、そうでなければ別のフォルダーで新しく始めてください。</translation>
    </message>
    <message>
        <source>{0} is shorter than it was, so the run cannot be resumed.</source>
        <translation>{0} が以前より短くなっているため、学習を再開できません。</translation>
    </message>
    <message>
        <source>The model {0} needs numbers and the dataset holds categories only: choose mlp.</source>
        <translation>モデル {0} には数値が必要ですが、このデータセットにはカテゴリしかありません。mlp を選んでください。</translation>
    </message>
    <message>
        <source>The model cnn2d needs images and a sample here is a row of {0} values: give the shape of the image by --shape, such as 1x28x28, or choose another model.</source>
        <translation>モデル cnn2d には画像が必要ですが、ここではサンプルが {0} 個の値の行です。1x28x28 のように画像の形を指定するか、別のモデルを選んでください。</translation>
    </message>
    <message>
        <source>{0} does not say what it takes: choose a checkpoint of a training run of Masu.</source>
        <translation>{0} には入力の形が記されていません。Masu の学習で作られたチェックポイントを選んでください。</translation>
    </message>
    <message>
        <source>A sample has {0} values, which do not make the shape {1}.</source>
        <translation>1 サンプルの値は {0} 個で、形 {1} にはなりません。</translation>
    </message>
    <message>
        <source>There is no loss {0} for values: choose mse, mae or huber.</source>
        <translation>数値に対する損失 {0} はありません。mse、mae、huber から選んでください。</translation>
    </message>
    <message>
        <source>There is no loss {0} for classes: choose crossentropy.</source>
        <translation>クラスに対する損失 {0} はありません。crossentropy を選んでください。</translation>
    </message>
    <message>
        <source>The class weights {0} do not fit: choose none, balanced, or {1} numbers with commas between them, in the order of the classes.</source>
        <translation>クラスの重み {0} は使えません。none、balanced、またはクラスの順にコンマで区切った {1} 個の数を指定してください。</translation>
    </message>
    <message>
        <source>Class weights need classes, and this dataset is labelled with values.</source>
        <translation>クラスの重みにはクラスが必要ですが、このデータセットのラベルは数値です。</translation>
    </message>
    <message>
        <source>The state of the training run could not be written: {0}.</source>
        <translation>学習の途中の状態を書き込めませんでした：{0}。</translation>
    </message>
    <message>
        <source>The state of the training run could not be read: {0}.</source>
        <translation>学習の途中の状態を読み込めませんでした：{0}。</translation>
    </message>
    <message>
        <source>There is no checkpoint in {0}: name the folder of a training run, or of one model in it.</source>
        <translation>{0} にはチェックポイントがありません。学習のフォルダー、またはその中の 1 つのモデルのフォルダーを指定してください。</translation>
    </message>
    <message>
        <source>There is no split {0}: choose train, validation or test.</source>
        <translation>分割 {0} はありません。train、validation、test から選んでください。</translation>
    </message>
    <message>
        <source>{0} is damaged, so the run cannot be resumed.</source>
        <translation>{0} が壊れているため、学習を再開できません。</translation>
    </message>
    <message>
        <source>{0} was written by another version of Masu.</source>
        <translation>{0} は別のバージョンの Masu が書いたものです。</translation>
    </message>
    <message>
        <source>There is no schedule {0}: choose constant, step, cosine or onecycle.</source>
        <translation>スケジュール {0} はありません。constant、step、cosine、onecycle から選んでください。</translation>
    </message>
    <message>
        <source>There is nothing to resume in {0}: the run there has ended, or never began.</source>
        <translation>{0} には再開するものがありません。学習は最後まで終わっているか、始まっていません。</translation>
    </message>
    <message>
        <source>The run in {0} learned from another dataset or split than {1} is now, so it cannot be resumed.</source>
        <translation>{0} の学習に使ったデータセットまたは分割が現在の {1} と異なるため、再開できません。</translation>
    </message>
    <message>
        <source>The same holds for other columns; {0} more notes are left out.</source>
        <translation>ほかの列も同様です。残り {0} 件は省きました。</translation>
    </message>
    <message>
        <source>Batches on the device</source>
        <translation>デバイス上のバッチ</translation>
    </message>
    <message>
        <source>Driver and libraries</source>
        <translation>ドライバーとライブラリー</translation>
    </message>
    <message>
        <source>The channel {0} has no finite range that {1} could be spread over. Choose f32.</source>
        <translation>チャンネル {0} には {1} を割り当てられる有限の範囲がありません。f32 を選んでください。</translation>
    </message>
    <message>
        <source>Stored as codes of {0}, with a scale and an offset for each channel.</source>
        <translation>チャンネルごとのスケールとオフセットを使い、{0} のコードで保存します。</translation>
    </message>
    <message>
        <source>{0} holds every value of the recordings.</source>
        <translation>{0} で録音のすべての値を表せます。</translation>
    </message>
    <message>
        <source>No narrower type keeps the channels within {0}: they are stored as f32.</source>
        <translation>誤差 {0} 以内に収まるより狭い型はありません。f32 で保存します。</translation>
    </message>
    <message>
        <source>{0} has no channel {1}. It has {2}.</source>
        <translation>{0} にチャンネル {1} はありません。あるのは {2} です。</translation>
    </message>
    <message>
        <source>{0} holds no column of numbers beside its times.</source>
        <translation>{0} には時刻のほかに数値の列がありません。</translation>
    </message>
    <message>
        <source>{0} has {1} bytes, too many for a recording as text. Import it as a table, or cut it into shorter recordings.</source>
        <translation>{0} は {1} バイトあり、テキストの録音としては大きすぎます。表としてインポートするか、短い録音に分けてください。</translation>
    </message>
    <message>
        <source>{0} cannot be resampled to {1} frames a second: its times do not increase.</source>
        <translation>{0} を毎秒 {1} フレームにできません。時刻が進んでいません。</translation>
    </message>
    <message>
        <source>{0} holds more than {1} values, too many for a recording as text. Import it as a table, or cut it into shorter recordings.</source>
        <translation>{0} の値は {1} 個を超え、テキストの録音としては多すぎます。表としてインポートするか、短い録音に分けてください。</translation>
    </message>
    <message>
        <source>Finding exact ranges</source>
        <translation>正確な範囲を調べています</translation>
    </message>
    <message>
        <source>Left out, as they do not go with the channels taken: {0}.</source>
        <translation>インポートするチャンネルと合わないため除きました：{0}。</translation>
    </message>
    <message>
        <source>The samples of {0} have another shape than most: {1}, not {2}. Import them separately.</source>
        <translation>{0} のサンプルの形は {1} で、大半の {2} と異なります。別々にインポートしてください。</translation>
    </message>
    <message>
        <source>The times in {0} of {1} recordings are uneven, {2} among them; their frames are taken as they follow each other. A rate to bring them to, such as {3}, makes them even.</source>
        <translation>録音 {1} 件のうち {0} 件（{2} など）は時刻が等間隔ではなく、フレームを並び順のままインポートします。{3} などのレートを指定すると等間隔になります。</translation>
    </message>
    <message>
        <source>{0} has no label: it holds no annotations.</source>
        <translation>{0} にはラベルがありません。注釈が含まれていません。</translation>
    </message>
    <message>
        <source>{0} holds {1} samples, and its list of labels {2}.</source>
        <translation>{0} のサンプルは {1} 個ですが、ラベルのリストは {2} 個です。</translation>
    </message>
    <message>
        <source>{0} seconds are not a whole number of frames at {1} frames a second.</source>
        <translation>毎秒 {1} フレームでは、{0} 秒は整数のフレーム数になりません。</translation>
    </message>
    <message>
        <source>The recordings do not state their rate, so {0} seconds cannot be counted in frames. State the rate, or give the length in frames.</source>
        <translation>録音にレートの情報がなく、{0} 秒をフレーム数に直せません。レートを指定するか、長さをフレーム数で指定してください。</translation>
    </message>
    <message>
        <source>Images are stored whole: leave the window out.</source>
        <translation>画像は全体を保存します。窓は指定しないでください。</translation>
    </message>
    <message>
        <source>Images cannot be cut into windows. Store them whole.</source>
        <translation>画像は窓に切り出せません。そのまま保存してください。</translation>
    </message>
    <message>
        <source>At {0} frames a second the recording has more than {1} values, as its times say. Choose a lower rate, or cut it into shorter recordings.</source>
        <translation>時刻から見ると、毎秒 {0} フレームではこの録音の値は {1} 個を超えます。レートを下げるか、短い録音に分けてください。</translation>
    </message>
    <message>
        <source>{0} unpacks to more than {1} bytes. Unpack it first, and import what it held.</source>
        <translation>{0} は展開すると {1} バイトを超えます。先に展開し、その中身をインポートしてください。</translation>
    </message>
    <message>
        <source>Column {0} of {1} holds {2}, which {3} does not hold within the tolerance. Choose a wider type or a larger tolerance, or import without --past-tolerance stop.</source>
        <translation>{1} の列 {0} の {2} は、{3} では許容誤差内に表せません。広い型か大きい許容誤差を選ぶか、--past-tolerance stop を外してください。</translation>
    </message>
    <message>
        <source>Column {0} has missing cells, which {1} has no value for. Fill them with zero, drop their records, or choose i16, i8 or a float type.</source>
        <translation>列 {0} に欠損があり、{1} では表せません。0 で埋めるか、そのレコードを除くか、i16、i8、浮動小数点型を選んでください。</translation>
    </message>
    <message>
        <source>Column {0} holds {1}, which {2} does not hold. Choose i16, i8 or a float type.</source>
        <translation>列 {0} の {1} は {2} では表せません。i16、i8 か浮動小数点型を選んでください。</translation>
    </message>
    <message>
        <source>Column {0} holds infinite or very large numbers, which {1} has no steps for. Choose a float type.</source>
        <translation>列 {0} に無限大か極端に大きい数値があり、{1} の段階では表せません。浮動小数点型を選んでください。</translation>
    </message>
    <message>
        <source>Column {0} would lose {1} as {2}, more than the tolerance of {3}. Choose a wider type or a larger tolerance.</source>
        <translation>列 {0} は {2} にすると誤差が {1} になり、許容誤差 {3} を超えます。広い型か大きい許容誤差を選んでください。</translation>
    </message>
    <message>
        <source>Column {0} would lose {1} as {2}, more than the tolerance of {3}: numbers are stored as {4}.</source>
        <translation>列 {0} は {2} にすると誤差が {1} になり、許容誤差 {3} を超えるため、数値は {4} で保存します。</translation>
    </message>
    <message>
        <source>{0} would be narrower, but column {1} would lose up to {2} in it.</source>
        <translation>{0} のほうが狭いのですが、列 {1} の誤差が最大 {2} になります。</translation>
    </message>
    <message>
        <source>A narrower type such as {0} does not hold all of column {1}.</source>
        <translation>{0} のような狭い型では列 {1} のすべては表せません。</translation>
    </message>
    <message>
        <source>{0} is the narrowest type that keeps all surveyed numbers exact.</source>
        <translation>{0} は、調べた数値をすべて正確に保つ最小の型です。</translation>
    </message>
    <message>
        <source>{0} is the narrowest type that keeps whole numbers exact and decimals within {1}; column {2} loses most, up to {3}.</source>
        <translation>{0} は、整数を正確に、小数を {1} 以内に保つ最小の型です。誤差が最大の列は {2} で {3} までです。</translation>
    </message>
    <message>
        <source>Numbers are stored as {0}: no narrower type keeps all surveyed numbers exact.</source>
        <translation>数値は {0} で保存します。調べた数値をすべて正確に保つ、より狭い型はありません。</translation>
    </message>
    <message>
        <source>Numbers are stored as {0}: no narrower type keeps whole numbers exact and decimals within {1}.</source>
        <translation>数値は {0} で保存します。整数を正確に、小数を {1} 以内に保つ、より狭い型はありません。</translation>
    </message>
    <message>
        <source>{0} stores each column in {1} steps between its min and max.</source>
        <translation>{0} は各列を最小値から最大値まで {1} 段階で保存します。</translation>
    </message>
    <message>
        <source>{0} could not be checked.</source>
        <translation>{0} をチェックできませんでした。</translation>
    </message>
    <message>
        <source>{0} is damaged: it takes more memory than any such file should.</source>
        <translation>{0} は壊れています。開くのに通常ありえない量のメモリが必要です。</translation>
    </message>
    <message>
        <source>{0} could not be checked ({1}).</source>
        <translation>{0} をチェックできませんでした（{1}）。</translation>
    </message>
    <message>
        <source>{0} is damaged: it takes longer to open than any such file should.</source>
        <translation>{0} は壊れています。開くのに通常ありえない時間がかかります。</translation>
    </message>
    <message>
        <source>A shard of MDS holds 4 GiB at most, and {0} would be larger. Ask for smaller shards.</source>
        <translation>MDS のシャードは 4 GiB までですが、{0} はそれを超えます。シャードを小さくしてください。</translation>
    </message>
    <message>
        <source>{0} is damaged: the window of sample {1} leaves its recording. Copy it again, or import again.</source>
        <translation>{0} は壊れています。サンプル {1} の窓が録音の外に出ています。コピーし直すか、インポートし直してください。</translation>
    </message>
    <message>
        <source>There is no device {0}. Known are: {1}. Add your own to {2}.</source>
        <translation>デバイス {0} はありません。使えるのは {1} です。独自のものは {2} に追加してください。</translation>
    </message>
    <message>
        <source>{1} in {0} is not an array of real numbers.</source>
        <translation>{0} の {1} は実数の配列ではありません。</translation>
    </message>
    <message>
        <source>{1} in {0} has the shape {2}; arrays of one to four dimensions can be read.</source>
        <translation>{0} の {1} の形は {2} です。読めるのは 1 〜 4 次元の配列です。</translation>
    </message>
    <message>
        <source>{1} in {0} holds no values.</source>
        <translation>{0} の {1} に値がありません。</translation>
    </message>
    <message>
        <source>{1} in {0} would make {2} channels of {3} frames; at most {4} can be read.</source>
        <translation>{0} の {1} は {3} フレームのチャンネル {2} 個になりますが、読めるのは {4} 個までです。</translation>
    </message>
    <message>
        <source>There is no &quot;{1}&quot; in {0}. It holds: {2}.</source>
        <translation>{0} に「{1}」はありません。あるのは {2} です。</translation>
    </message>
    <message>
        <source>{0} holds no arrays.</source>
        <translation>{0} に配列がありません。</translation>
    </message>
    <message>
        <source>{1} and {2} in {0} do not go together: their shapes are {3} and {4}. Choose arrays of the same length.</source>
        <translation>{0} の {1} と {2} は組み合わせられません。形が {3} と {4} です。同じ長さの配列を選んでください。</translation>
    </message>
    <message>
        <source>{0} would make {1} channels; at most {2} can be read.</source>
        <translation>{0} は {1} チャンネルになりますが、読めるのは {2} までです。</translation>
    </message>
    <message>
        <source>{0} has {1} frames; it cannot be read up to frame {2}.</source>
        <translation>{0} は {1} フレームで、フレーム {2} までは読めません。</translation>
    </message>
    <message>
        <source>{0} has more annotations by record {1} than can be taken: a million, and 64 MiB of text.</source>
        <translation>{0} の注釈は、レコード {1} までに上限（100 万件、テキスト 64 MiB）を超えています。</translation>
    </message>
    <message>
        <source>{0} has more than a million gaps by record {1}.</source>
        <translation>{0} には、レコード {1} までに 100 万を超える欠落があります。</translation>
    </message>
    <message>
        <source>{0} is damaged: an annotation of record {1} cannot be read.</source>
        <translation>{0} は壊れています。レコード {1} の注釈を読めません。</translation>
    </message>
    <message>
        <source>{0} is damaged: record {1} does not state when it starts.</source>
        <translation>{0} は壊れています。レコード {1} に開始時刻がありません。</translation>
    </message>
    <message>
        <source>{0} has more than 64 MiB of annotations a record.</source>
        <translation>{0} の 1 レコードの注釈が 64 MiB を超えています。</translation>
    </message>
    <message>
        <source>{0} holds annotations alone, and no signal.</source>
        <translation>{0} には注釈だけで信号がありません。</translation>
    </message>
    <message>
        <source>The channels asked of {0} differ in rate. Ask for channels of one rate.</source>
        <translation>{0} で指定したチャンネルのレートが異なります。同じレートのチャンネルを選んでください。</translation>
    </message>
    <message>
        <source>The channels asked of {0} differ in rate: {1} a second. Ask for channels of one rate, or for a rate to bring them to, such as {2}.</source>
        <translation>{0} で指定したチャンネルのレートが異なります（毎秒 {1}）。同じレートのチャンネルを選ぶか、{2} などそろえるレートを指定してください。</translation>
    </message>
    <message>
        <source>The channel {1} of {0} has {2} samples a second and cannot be brought to {3}: rates are whole numbers up to 1000000, at most 256 times apart.</source>
        <translation>{0} のチャンネル {1} は毎秒 {2} サンプルで、{3} にはできません。レートは 1000000 までの整数で、比は 256 倍までです。</translation>
    </message>
    <message>
        <source>{0} is not an EDF or BDF file.</source>
        <translation>{0} は EDF でも BDF でもありません。</translation>
    </message>
    <message>
        <source>{0} is cut short: its header is not whole.</source>
        <translation>{0} は途中で切れています。ヘッダーがそろっていません。</translation>
    </message>
    <message>
        <source>{0} is damaged: its header gives &quot;{1}&quot; as the number of its signals.</source>
        <translation>{0} は壊れています。ヘッダーの信号数が「{1}」です。</translation>
    </message>
    <message>
        <source>{0} is damaged: its header gives &quot;{1}&quot; as the duration of a record.</source>
        <translation>{0} は壊れています。ヘッダーのレコード長が「{1}」です。</translation>
    </message>
    <message>
        <source>{0} is damaged: its header gives &quot;{1}&quot; as the number of samples a record of signal {2}.</source>
        <translation>{0} は壊れています。ヘッダーでは信号 {2} の 1 レコードのサンプル数が「{1}」です。</translation>
    </message>
    <message>
        <source>{0} is damaged: its header gives &quot;{1}&quot; as a limit of signal {2}.</source>
        <translation>{0} は壊れています。ヘッダーでは信号 {2} の限界値が「{1}」です。</translation>
    </message>
    <message>
        <source>{0} is damaged: by the limits in its header signal {1} reaches {2}.</source>
        <translation>{0} は壊れています。ヘッダーの限界値では信号 {1} が {2} に達します。</translation>
    </message>
    <message>
        <source>{0} is damaged: its header gives &quot;{1}&quot; as the number of its records.</source>
        <translation>{0} は壊れています。ヘッダーのレコード数が「{1}」です。</translation>
    </message>
    <message>
        <source>{0} is damaged: its header gives &quot;{1}&quot; as its own length, where {2} signals need {3}.</source>
        <translation>{0} は壊れています。ヘッダーの長さが「{1}」ですが、信号 {2} 個なら {3} のはずです。</translation>
    </message>
    <message>
        <source>{0} is cut short: it holds {1} of the {2} whole records its header promises.</source>
        <translation>{0} は途中で切れています。ヘッダーにあるレコード {2} 個のうち {1} 個しかありません。</translation>
    </message>
    <message>
        <source>{0} is damaged: it has {1} records, but its header states {2}.</source>
        <translation>{0} は壊れています。レコードが {1} 個ありますが、ヘッダーでは {2} 個です。</translation>
    </message>
    <message>
        <source>The values of {1} in {0} are in other files. Give those, or copy it into one file.</source>
        <translation>{0} の {1} の値は別のファイルにあります。そのファイルも渡すか、1 つのファイルにまとめてください。</translation>
    </message>
    <message>
        <source>{1} in {0} is damaged: the file is too small for all it promises.</source>
        <translation>{0} の {1} は壊れています。ファイルが記載の内容より小さすぎます。</translation>
    </message>
    <message>
        <source>{1} in {0} has a shape, but its values were never written.</source>
        <translation>{0} の {1} には形がありますが、値が書かれていません。</translation>
    </message>
    <message>
        <source>{0} holds more than {1} objects. Copy what is wanted of it into a file of its own.</source>
        <translation>{0} のオブジェクトは {1} 個を超えています。必要なものだけ別のファイルにコピーしてください。</translation>
    </message>
    <message>
        <source>{0} is not an IDX file.</source>
        <translation>{0} は IDX ファイルではありません。</translation>
    </message>
    <message>
        <source>{0} is cut short: it ends inside of its header.</source>
        <translation>{0} は途中で切れています。ヘッダーの途中で終わっています。</translation>
    </message>
    <message>
        <source>{0} is cut short or not an IDX file: {1} bytes follow its header, which are not the {2} of {3} bytes each that it promises.</source>
        <translation>{0} は途中で切れているか IDX ファイルではありません。ヘッダーの後が {1} バイトで、記載の {3} バイト × {2} 個ではありません。</translation>
    </message>
    <message>
        <source>{0} holds no labels: its shape is {1}, where one whole number a sample is expected.</source>
        <translation>{0} にラベルがありません。形状が {1} ですが、サンプルごとに整数が 1 つ必要です。</translation>
    </message>
    <message>
        <source>{0} is damaged or cut short: what it holds at byte {1} does not fit into it.</source>
        <translation>{0} は壊れているか途中で切れています。{1} バイト目の内容が収まりません。</translation>
    </message>
    <message>
        <source>{0} holds more than {1} arrays. Save what is wanted of it in a file of its own.</source>
        <translation>{0} の配列は {1} 個を超えています。必要なものだけ別のファイルに保存してください。</translation>
    </message>
    <message>
        <source>{0} is not a MAT file.</source>
        <translation>{0} は MAT ファイルではありません。</translation>
    </message>
    <message>
        <source>{0} would unpack to {1} bytes from {2}, as a bomb does: it is not read. Save it without compression if you trust it.</source>
        <translation>{0} は {2} バイトから {1} バイトに膨らみ、圧縮爆弾の疑いがあるため読み込みません。信頼できるなら無圧縮で保存し直してください。</translation>
    </message>
    <message>
        <source>{0} holds Python objects. Save the array with a numeric type, such as float32.</source>
        <translation>{0} には Python オブジェクトが入っています。float32 などの数値型で保存してください。</translation>
    </message>
    <message>
        <source>{0} holds records. Save every field as an array of its own.</source>
        <translation>{0} には構造体が入っています。項目ごとに別の配列として保存してください。</translation>
    </message>
    <message>
        <source>{0} holds complex numbers. Save real and imaginary parts as arrays of their own.</source>
        <translation>{0} には複素数が入っています。実部と虚部を別の配列として保存してください。</translation>
    </message>
    <message>
        <source>{0} has elements of the type &quot;{1}&quot;; real numbers of 8 to 64 bits can be read.</source>
        <translation>{0} の要素の型は「{1}」です。読めるのは 8 〜 64 ビットの実数です。</translation>
    </message>
    <message>
        <source>The NPY header of {0} is damaged or cut short.</source>
        <translation>{0} の NPY ヘッダーは壊れているか途中で切れています。</translation>
    </message>
    <message>
        <source>{0} is not an NPY file.</source>
        <translation>{0} は NPY ファイルではありません。</translation>
    </message>
    <message>
        <source>{0} is an NPY file of version {1}; versions 1 to 3 can be read.</source>
        <translation>{0} は NPY のバージョン {1} です。読めるのは 1 〜 3 です。</translation>
    </message>
    <message>
        <source>{0} is cut short or damaged: {1} bytes follow its header, which are not the {2} of type {3} that it promises.</source>
        <translation>{0} は途中で切れているか壊れています。ヘッダーの後が {1} バイトで、記載の型 {3} の {2} 個ではありません。</translation>
    </message>
    <message>
        <source>{0} holds 64-bit integers beyond 2^53, which Masu cannot keep exactly. Save them as floating-point numbers, or as differences from the first.</source>
        <translation>{0} に 2^53 を超える 64 ビット整数があり、正確には保てません。浮動小数点数か、先頭からの差として保存してください。</translation>
    </message>
    <message>
        <source>{0} holds no samples: it has {1} bytes, of which {2} are its header.</source>
        <translation>{0} にサンプルがありません。{1} バイトのうち {2} バイトがヘッダーです。</translation>
    </message>
    <message>
        <source>{0} does not fit the layout given for it: {1} bytes are left after {2} frames of {3} bytes. It was cut short, or type, channels or header are others.</source>
        <translation>{0} は指定の配置に合いません。{3} バイトのフレーム {2} 個の後に {1} バイト残ります。途中で切れたか、型、チャンネル数、ヘッダーが違います。</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; is not a layout of raw samples. It is TYPE,CHANNELS,HEADER: a type such as i16 (&gt;i16 for big endian), the number of interleaved channels, and the number of bytes before the first sample.</source>
        <translation>「{0}」は生データの配置ではありません。型,チャンネル数,ヘッダー の形で、i16（ビッグエンディアンは &gt;i16）などの型、交互に並ぶチャンネル数、先頭のバイト数を書いてください。</translation>
    </message>
    <message>
        <source>The recording ends at frame {0}, where {1} frames from {2} were asked for.</source>
        <translation>録音はフレーム {0} で終わりますが、{2} から {1} フレームが求められました。</translation>
    </message>
    <message>
        <source>The interrupted import of {0} had {1} among its sources, which is missing now. Restore the source, or import again without resuming.</source>
        <translation>中断された {0} のインポートの入力元には {1} がありましたが、今は見つかりません。入力元を戻すか、再開せずに新しくインポートしてください。</translation>
    </message>
    <message>
        <source>{1} has changed since the import of {0} was interrupted: it had {2} bytes (hash {3}) and has {4} ({5}). Import again without resuming.</source>
        <translation>{0} のインポートが中断された後に {1} が変更されました：{2} バイト（ハッシュ {3}）でしたが、今は {4} バイト（{5}）です。再開せずに新しくインポートしてください。</translation>
    </message>
    <message>
        <source>The interrupted import of {0} had other options: {1} was {2} and is {3} now. Use the same options, or import again without resuming.</source>
        <translation>中断された {0} のインポートは設定が異なります：{1} は {2} でしたが、今は {3} です。同じ設定を使うか、再開せずに新しくインポートしてください。</translation>
    </message>
    <message>
        <source>The interrupted import of {0} was started by another version of Masu. Import again without resuming.</source>
        <translation>中断された {0} のインポートは別のバージョンの Masu で始められました。再開せずに新しくインポートしてください。</translation>
    </message>
    <message>
        <source>Labels or groups of the recordings have changed since the import of {0} was interrupted. Import again without resuming.</source>
        <translation>{0} のインポートが中断された後に、録音のラベルまたはグループが変わりました。再開せずに新しくインポートしてください。</translation>
    </message>
    <message>
        <source>The journal of the interrupted import belongs to another import. Import again without resuming.</source>
        <translation>中断されたインポートのジャーナルは、このインポートのものではありません。再開せずに新しくインポートしてください。</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not an augmentation; write one as noise=0.05,gain=0.8..1.2,shift=100,crop=0.9,mask=200,drop=0.1,flip=0.5,mixup=0.2.</source>
        <translation>「{0}」はデータ拡張の指定として読めません。noise=0.05,gain=0.8..1.2,shift=100,crop=0.9,mask=200,drop=0.1,flip=0.5,mixup=0.2 のように書いてください。</translation>
    </message>
    <message>
        <source>{0} has no classes that could be drawn equally often; choose another shuffle.</source>
        <translation>{0} には、同じ頻度で選べるクラスがありません。別のシャッフルを選んでください。</translation>
    </message>
    <message>
        <source>Drawing the classes of {0} equally often takes {1} bytes to list its samples by class; allow more memory, or choose another shuffle.</source>
        <translation>{0} のクラスを同じ頻度で選ぶには、サンプルをクラス別に並べるために {1} バイトが必要です。メモリを増やすか、別のシャッフルを選んでください。</translation>
    </message>
    <message>
        <source>No label of {0} is one of its classes; import it again.</source>
        <translation>{0} のどのラベルも、そのクラスのいずれでもありません。もう一度インポートしてください。</translation>
    </message>
    <message>
        <source>{0} has no numbers that a network could see, only categories.</source>
        <translation>{0} にはカテゴリしかなく、ネットワークに渡せる数値がありません。</translation>
    </message>
    <message>
        <source>mixup mixes the samples of a batch, so a single sample cannot show it; leave it out.</source>
        <translation>mixup はバッチの中のサンプルを混ぜるため、1 つのサンプルでは表示できません。外してください。</translation>
    </message>
    <message>
        <source>{0} has {1} parts already. Make one file of them with masu convert, then append.</source>
        <translation>{0} にはすでに {1} 個のパートがあります。masu convert で 1 つのファイルにしてから追加してください。</translation>
    </message>
    <message>
        <source>{0} is not the part that {1} was written with: its content differs. Bring back the right file, or import again.</source>
        <translation>{0} は {1} と一緒に書かれたパートではありません：内容が異なります。正しいファイルを戻すか、もう一度インポートしてください。</translation>
    </message>
    <message>
        <source>{0} is missing or cannot be read, and {1} is not whole without it: it holds part of the samples. Bring it back beside {1}, or import again.</source>
        <translation>{0} が見つからないか読めません。サンプルの一部を持っているため、これがないと {1} は完全ではありません。{1} と同じ場所に戻すか、もう一度インポートしてください。</translation>
    </message>
    <message>
        <source>{0} has {1} bytes, but the part that {2} was written with has {3}. Bring back the right file, or import again.</source>
        <translation>{0} は {1} バイトですが、{2} と一緒に書かれたパートは {3} バイトです。正しいファイルを戻すか、もう一度インポートしてください。</translation>
    </message>
    <message>
        <source>The parts of {0} hold other samples of {1} than it says. Import again.</source>
        <translation>{0} のパートが持つ {1} のサンプルは、記載と異なります。もう一度インポートしてください。</translation>
    </message>
    <message>
        <source>Parts of {0} bytes are too small. Let them have at least {1}.</source>
        <translation>{0} バイトのパートは小さすぎます。少なくとも {1} にしてください。</translation>
    </message>
    <message>
        <source>The interrupted import of {0} had other sources or options. Use the same ones, or import again without resuming.</source>
        <translation>中断された {0} のインポートは、入力元または設定が異なりました。同じ設定を使うか、再開せずに新しくインポートしてください。</translation>
    </message>
    <message>
        <source>{0} is only a part of a dataset. Open {1}, which refers to all its parts.</source>
        <translation>{0} はデータセットの一部分（パート）にすぎません。すべてのパートを代表する {1} を開いてください。</translation>
    </message>
    <message>
        <source>The list of parts in {0} is not one that Masu writes. Import again.</source>
        <translation>{0} のパートの一覧は Masu が書くものではありません。もう一度インポートしてください。</translation>
    </message>
    <message>
        <source>{0} does not record how it was imported, so nothing can be appended in the same way.</source>
        <translation>{0} にはどのようにインポートされたかが書かれていないため、同じ方法で追加できません。</translation>
    </message>
    <message>
        <source>Appending</source>
        <translation>追加しています</translation>
    </message>
    <message>
        <source>With the new samples {0} would need the code {1}, which the {2} of {3} do not hold as {4}. Import all sources again.</source>
        <translation>新しいサンプルを加えると {0} にコード {1} が必要ですが、{3} の {2} は {4} のためそれを保存できません。すべての入力元を新しくインポートしてください。</translation>
    </message>
    <message>
        <source>Samples without a value of {0}, by which the split is ordered, are unused: {1}.</source>
        <translation>分割の順序を決める {0} の値がないサンプルは使いません：{1} 件。</translation>
    </message>
    <message>
        <source>{1} is the same file as {0}, whose records are imported twice. Leave one of them out if that is not meant.</source>
        <translation>{1} は {0} と同じファイルで、レコードが 2 回インポートされます。意図したものでなければ、どちらかを外してください。</translation>
    </message>
    <message>
        <source>Samples of the new sources have {0} values in {1}, those of {2} have {3}. Import them as a dataset of their own.</source>
        <translation>新しい入力元のサンプルは {1} に {0} 個の値を持ちますが、{2} のものは {3} 個です。別のデータセットとしてインポートしてください。</translation>
    </message>
    <message>
        <source>The new sources have values in {0} that need {1}, but {2} stores {3}. Convert it first with masu convert --dtype {1}, then append.</source>
        <translation>新しい入力元の {0} には {1} が必要な値がありますが、{2} は {3} で保存しています。masu convert --dtype {1} で書き直してから追加してください。</translation>
    </message>
    <message>
        <source>The new sources have no {0}, but {1} has. Import them as a dataset of their own.</source>
        <translation>新しい入力元には {0} がありませんが、{1} にはあります。別のデータセットとしてインポートしてください。</translation>
    </message>
    <message>
        <source>The new sources have other columns or channels than {0}, or in another scale. Import them as a dataset of their own.</source>
        <translation>新しい入力元の列またはチャンネル、あるいはそのスケールが {0} と異なります。別のデータセットとしてインポートしてください。</translation>
    </message>
    <message>
        <source>Measuring a few chunks</source>
        <translation>チャンクをいくつか測定しています</translation>
    </message>
    <message>
        <source>A recording of {0} frames a second cannot be brought to {1}: rates go up to 1000000, are at most 256 times apart, and have at most three decimals.</source>
        <translation>毎秒 {0} フレームの録音を {1} にはできません。レートは 1000000 まで、比は 256 倍まで、小数は 3 桁までです。</translation>
    </message>
    <message>
        <source>{0} was changed by another program in this moment. Append once more.</source>
        <translation>{0} が別のプログラムによって変更されました。もう一度追加してください。</translation>
    </message>
    <message>
        <source>Gradients and optimizer</source>
        <translation>勾配とオプティマイザー</translation>
    </message>
    <message>
        <source>Activations and workspace</source>
        <translation>アクティベーションと作業領域</translation>
    </message>
    <message>
        <source>Loader</source>
        <translation>ローダー</translation>
    </message>
    <message>
        <source>Runtime and the rest</source>
        <translation>実行環境とその他</translation>
    </message>
    <message>
        <source>The worker at its peak</source>
        <translation>学習ワーカーの最大値</translation>
    </message>
    <message>
        <source>A step</source>
        <translation>1 ステップ</translation>
    </message>
    <message>
        <source>Loading a batch</source>
        <translation>バッチの読み込み</translation>
    </message>
    <message>
        <source>Scores</source>
        <translation>評価の集計</translation>
    </message>
    <message>
        <source>Writing checkpoints</source>
        <translation>チェックポイントの書き込み</translation>
    </message>
    <message>
        <source>Loader threads</source>
        <translation>ローダーのスレッド</translation>
    </message>
    <message>
        <source>Unmodelled, as measured</source>
        <translation>測定による上乗せ</translation>
    </message>
    <message>
        <source>Masu itself</source>
        <translation>Masu 本体</translation>
    </message>
    <message>
        <source>The training worker measured in a way this version of Masu does not know.</source>
        <translation>学習ワーカーが、このバージョンの Masu では読み取れない形で測定結果を返しました。</translation>
    </message>
    <message>
        <source>{0} is empty.</source>
        <translation>{0} は空です。</translation>
    </message>
    <message>
        <source>{0} is not a supported recording, or its beginning is damaged.</source>
        <translation>{0} は Masu が読める録音ではないか、先頭が壊れています。</translation>
    </message>
    <message>
        <source>Whole recordings are not stored in random order: their windows are cut while reading. Store windows, or shuffle while streaming.</source>
        <translation>録音全体をランダムな順に保存することはできません。窓は読みながら切り出されるためです。窓として保存するか、読み出すときにシャッフルしてください。</translation>
    </message>
    <message>
        <source>{0} unpacks to {1} bytes, and {2} has room for {3}. Name a folder with more room by --scratch or in TMPDIR.</source>
        <translation>{0} は展開すると {1} バイトになりますが、{2} の空きは {3} バイトです。--scratch か TMPDIR で、空きのあるフォルダーを指定してください。</translation>
    </message>
    <message>
        <source>{0} is being unpacked to {1}, whose disk is full. Name a folder with more room by --scratch or in TMPDIR.</source>
        <translation>{0} を {1} に展開中ですが、ディスクがいっぱいです。--scratch か TMPDIR で、空きのあるフォルダーを指定してください。</translation>
    </message>
    <message>
        <source>Shuffling</source>
        <translation>シャッフルしています</translation>
    </message>
    <message>
        <source>{0} cannot be shuffled: its windows are cut from whole recordings while reading, or it is appended to. Shuffle while streaming.</source>
        <translation>{0} はシャッフルできません。窓を録音全体から読みながら切り出すか、追加の書き込みだからです。読み出すときにシャッフルしてください。</translation>
    </message>
    <message>
        <source>A step is measured on the train split: divide {0} first, and leave out inference.</source>
        <translation>ステップの測定には学習データを使います。先に {0} を分割し、推論の指定を外してください。</translation>
    </message>
    <message>
        <source>Measuring a step</source>
        <translation>ステップを測定しています</translation>
    </message>
    <message>
        <source>{0} is an export: it is restored as the dataset it was made from, in the same order. Leave the shuffling out.</source>
        <translation>{0} は書き出したデータで、元の順序のデータセットに復元されます。シャッフルの指定を外してください。</translation>
    </message>
    <message>
        <source>The training worker ended before it had measured a step (code {0}, signal {1}).</source>
        <translation>学習ワーカーがステップの測定前に終了しました（コード {0}、シグナル {1}）。</translation>
    </message>
    <message>
        <source>A training step could not be measured: {0}.</source>
        <translation>学習ステップを測定できませんでした：{0}。</translation>
    </message>
    <message>
        <source>{1} in {0} holds no labels: one number for each sample is expected.</source>
        <translation>{0} の {1} はラベルではありません。サンプルごとに 1 つの数値が必要です。</translation>
    </message>
    <message>
        <source>{1} in {0} has no number for sample {2}.</source>
        <translation>{0} の {1} には、サンプル {2} の数値がありません。</translation>
    </message>
    <message>
        <source>Rows of a table are samples as they are: leave out windows, and whole recordings.</source>
        <translation>表の行はそのままサンプルになります。窓と、録音全体の保存の指定は外してください。</translation>
    </message>
    <message>
        <source>State to resume from</source>
        <translation>再開用の状態</translation>
    </message>
    <message>
        <source>{0} has no label: it is not a table with a column {1}. An array of labels is named by array:{1}.</source>
        <translation>{0} にラベルがありません。列 {1} を持つ表ではありません。ラベルの配列は array:{1} で指定します。</translation>
    </message>
    <message>
        <source>{0} has no label: its column {1} is empty.</source>
        <translation>{0} にラベルがありません。列 {1} が空です。</translation>
    </message>
    <message>
        <source>{0} has no group: its column {1} should hold one, and holds {2}.</source>
        <translation>{0} にグループがありません。列 {1} の値は 1 つであるはずですが、{2} 個あります。</translation>
    </message>
    <message>
        <source>A recording has one label: from the column {0}, or from {1}. Leave one of them out.</source>
        <translation>録音のラベルは 1 つです。列 {0} から付けるか、{1} から付けるか、どちらかを外してください。</translation>
    </message>
    <message>
        <source>The learning rate could not be found: {0}.</source>
        <translation>学習率を探せませんでした：{0}。</translation>
    </message>
    <message>
        <source>Name at least one model, and a batch of at least one sample.</source>
        <translation>モデルを 1 つ以上と、1 サンプル以上のバッチを指定してください。</translation>
    </message>
    <message>
        <source>There is no training run in {0}.</source>
        <translation>{0} に学習の実行結果がありません。</translation>
    </message>
    <message>
        <source>{0} reaches {1}, which would become infinite in {2}. Choose a wider type.</source>
        <translation>{0} には {1} があり、{2} では無限大になります。より広い型を選んでください。</translation>
    </message>
    <message>
        <source>HDF5 did not lay the objects of {0} out one after the other.</source>
        <translation>HDF5 が {0} のオブジェクトを連続して配置しませんでした。</translation>
    </message>
    <message>
        <source>A file of labels seems to be beside the samples, and was not asked for: {0} would use it.</source>
        <translation>サンプルの隣にラベルらしいファイルがありますが、指定されていません。{0} を指定すると使えます。</translation>
    </message>
    <message>
        <source>The interrupted import of {0} had other sources, or in another order: {1} of them, and now {2}. Use the same sources, or import again without resuming.</source>
        <translation>中断された {0} のインポートとは、入力元かその順序が異なります（前回は {1} 個、今回は {2} 個）。同じ入力元を使うか、再開せずに新しくインポートしてください。</translation>
    </message>
    <message>
        <source>Below {0} there are several {1}, {2} and {3} among them: name one with its folder.</source>
        <translation>{0} の下に {1} がいくつもあります（{2}、{3} など）。フォルダーも付けて 1 つを指定してください。</translation>
    </message>
    <message>
        <source>The times in {0} are uneven; its frames are taken as they follow each other. A rate to bring them to, such as {1}, makes them even.</source>
        <translation>{0} の時刻は等間隔ではないため、フレームを並んでいる順のまま読みます。{1} のようにそろえるレートを指定すると等間隔になります。</translation>
    </message>
    <message>
        <source>Of files of samples and their lists of labels there are {0} and {1}: name one list for each, in their order.</source>
        <translation>サンプルのファイルは {0} 個、ラベルのリストは {1} 個です。ファイルの順に 1 つずつリストを指定してください。</translation>
    </message>
    <message>
        <source>One recording is longer than the window and was cut to it.</source>
        <translation>1 件の録音が窓より長いため、窓の長さで切りました。</translation>
    </message>
    <message>
        <source>{0} seconds are too long: at {1} frames a second, at most {2} can be stored.</source>
        <translation>{0} 秒は長すぎます。毎秒 {1} フレームでは、保存できるのは {2} 秒までです。</translation>
    </message>
    <message>
        <source>A window of {0} frames is too long: choose one of at most {1}.</source>
        <translation>{0} フレームの窓は長すぎます。{1} フレーム以下にしてください。</translation>
    </message>
    <message>
        <source>{0} cannot be {1} frames: at most {2} can be stored.</source>
        <translation>{0} を {1} フレームにはできません。保存できるのは {2} フレームまでです。</translation>
    </message>
    <message>
        <source>{0} takes a number of frames above 0, or a time with its unit such as 2s, 500ms or 1min, not &apos;{1}&apos;.</source>
        <translation>{0} には 0 より大きいフレーム数か、2s、500ms、1min のような単位付きの時間を指定します。「{1}」は使えません。</translation>
    </message>
    <message>
        <source>Windows of different splits are interleaved in {0} of the recordings, {1}, for one. Those beside a window of another split resemble it, {2} in all, so that scores will be too good.</source>
        <translation>{0} 件の録音（例えば {1}）で、異なる分割の窓が交互に並んでいます。別の分割の窓と隣り合う窓（計 {2} 個）は互いに似ているため、評価が良く出すぎます。</translation>
    </message>
    <message>
        <source>{0} has no numbers that could be stored as another type.</source>
        <translation>{0} には、別の型で保存できる数値がありません。</translation>
    </message>
    <message>
        <source>This machine trains in f32: name a device that is to compute in {0}.</source>
        <translation>このマシンは f32 で学習します。{0} で計算するデバイスを指定してください。</translation>
    </message>
    <message>
        <source>How fast {0} computes is not known. State it in {1}.</source>
        <translation>{0} の演算速度が分かりません。{1} に書いてください。</translation>
    </message>
    <message>
        <source>{0} is not known to compute in {1}: choose one of {2}, or add it in {3}.</source>
        <translation>{0} が {1} で計算できるかどうか分かりません。{2} から選ぶか、{3} に書き足してください。</translation>
    </message>
    <message>
        <source>{0} has no header and {1} columns; the model learned from {2}. Without names, columns are known by their place alone: leave none out but the label.</source>
        <translation>{0} には見出しがなく、列は {1} 個です。モデルが学習したのは {2} 列です。名前がない列は位置だけで対応付けます。ラベル以外の列は省かないでください。</translation>
    </message>
    <message>
        <source>{0} has no header and no label: its {1} columns are taken for the other columns that the model learned from, in their order.</source>
        <translation>{0} には見出しもラベルもありません。{1} 個の列を、モデルが学習したラベル以外の列に順に対応付けました。</translation>
    </message>
    <message>
        <source>Not every recording has a label by {0}: all are read without labels, and predictions are written without the truth.</source>
        <translation>{0} ではラベルが得られない録音があります。すべてラベルなしで読み込み、予測は正解の列を空けて書き出します。</translation>
    </message>
    <message>
        <source>Recordings have no column {0} that could be kept beside their predictions.</source>
        <translation>録音には、予測の横に残せる列 {0} がありません。</translation>
    </message>
    <message>
        <source>The recordings have {0} frames a second; they are resampled to the {1} that the model learned from.</source>
        <translation>録音は毎秒 {0} フレームです。モデルが学習した毎秒 {1} フレームに変換しました。</translation>
    </message>
    <message>
        <source>{0} is damaged.</source>
        <translation>{0} は壊れています。</translation>
    </message>
    <message>
        <source>The run in {0} is being trained by another process: wait until it has ended, or stop it first.</source>
        <translation>{0} の学習は別のプロセスで実行中です。終わるまで待つか、先に停止してください。</translation>
    </message>
    <message>
        <source>The training worker ended before every prediction was made (code {0}, signal {1}).</source>
        <translation>学習ワーカーが、すべての予測を終える前に終了しました（コード {0}、シグナル {1}）。</translation>
    </message>
    <message>
        <source>{0} is not a dataset, so it has no split {1}: leave the split out, or import it first.</source>
        <translation>{0} はデータセットではないため、分割 {1} がありません。分割の指定を外すか、先にインポートしてください。</translation>
    </message>
    <message>
        <source>The run in {0} was stopped before its first checkpoint: start it again with --overwrite, or choose another folder.</source>
        <translation>{0} の学習は、最初のチェックポイントより前に停止しました。--overwrite で最初からやり直すか、別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>A sample of {0} has the shape {1}, and the model takes {2}: import it the way the model&apos;s dataset was imported.</source>
        <translation>{0} のサンプルの形状は {1} で、モデルの入力は {2} です。モデルのデータセットと同じようにインポートしてください。</translation>
    </message>
    <message>
        <source>The recordings of {0} have {1} frames a second, and the model learned from {2}: import them with --rate {2}.</source>
        <translation>{0} の録音は毎秒 {1} フレームで、モデルが学習したのは毎秒 {2} フレームです。--rate {2} を付けてインポートしてください。</translation>
    </message>
    <message>
        <source>{0} has no {1} among its features and categories, which the model learned from: import it the way the model&apos;s dataset was imported.</source>
        <translation>{0} の特徴量とカテゴリに、モデルが学習した {1} がありません。モデルのデータセットと同じようにインポートしてください。</translation>
    </message>
    <message>
        <source>{1} of {0} is stored as {2}, and the model learned from {3}: import it as that.</source>
        <translation>{0} の {1} は {2} として保存されていますが、モデルは {3} から学習しました。その種類でインポートしてください。</translation>
    </message>
    <message>
        <source>{1} of {0} is in {2}, and the model learned from values in {3}.</source>
        <translation>{0} の {1} の単位は {2} で、モデルが学習した値の単位は {3} です。</translation>
    </message>
    <message>
        <source>The model does not name the columns that it learned from, as it is of an earlier version: it can predict for the dataset it learned from alone, and {0} is another. Train it again.</source>
        <translation>このモデルは古いバージョンのもので、学習した列の名前を記録していません。学習に使ったデータセットでしか予測できませんが、{0} は別のデータセットです。学習し直してください。</translation>
    </message>
    <message>
        <source>The values of {0} are stored as {1}, and those that the model learned from as {2}: if they are samples of sound in another format, their scale differs, too.</source>
        <translation>{0} の値は {1} で、モデルが学習した値は {2} で保存されています。別の形式の音声サンプルであれば、値のスケールも異なります。</translation>
    </message>
    <message>
        <source>{1} cells of {0} hold words that the model never saw; they count as missing.</source>
        <translation>{0} のセルのうち {1} 個は、モデルが学習していない語です。欠損として扱いました。</translation>
    </message>
    <message>
        <source>The models in {0} did not learn from the same samples, so they cannot predict together: name one of them.</source>
        <translation>{0} のモデルは同じサンプルから学習していないため、まとめて予測できません。どれか 1 つを指定してください。</translation>
    </message>
    <message>
        <source>The model in {0} predicts values, which have no probabilities: leave them out.</source>
        <translation>{0} のモデルは数値を予測するため、確率はありません。指定を外してください。</translation>
    </message>
    <message>
        <source>{0} is not the dataset that the run in {1} learned from: choose one of its splits by --manifest.</source>
        <translation>{0} は {1} の学習に使ったデータセットではありません。どの分割を使うか --manifest で指定してください。</translation>
    </message>
    <message>
        <source>{0} has no split named {1}: choose another one by --manifest.</source>
        <translation>{0} に {1} という分割はありません。どの分割を使うか --manifest で指定してください。</translation>
    </message>
    <message>
        <source>The split {1} of {0} was changed after the run in {2} had learned from it, so its samples may be among those learned from. State it with --manifest {1} to take it as it is now.</source>
        <translation>{0} の分割 {1} は、{2} の学習のあとで変更されました。学習に使ったサンプルが含まれているかもしれません。今の分割を使うには --manifest {1} と指定してください。</translation>
    </message>
    <message>
        <source>The split {0} is not the one that the model learned from: samples of it may be among those learned from.</source>
        <translation>分割 {0} はモデルが学習したときのものではありません。学習に使ったサンプルが含まれているかもしれません。</translation>
    </message>
    <message>
        <source>{0} holds a training run: choose another folder, or allow it to be overwritten.</source>
        <translation>{0} には学習の実行結果があります。別のフォルダーを選ぶか、上書きを許可してください。</translation>
    </message>
    <message>
        <source>{0} keeps no column {1}. Those that it keeps: {2}. Import it with --keep {1}.</source>
        <translation>{0} に保持された列 {1} はありません。保持されている列：{2}。--keep {1} を付けてインポートしてください。</translation>
    </message>
    <message>
        <source>The run in {0} was stopped before its first checkpoint, so there is nothing to resume: start it again with --overwrite.</source>
        <translation>{0} の学習は最初のチェックポイントより前に停止したため、再開できません。--overwrite で最初からやり直してください。</translation>
    </message>
    <message>
        <source>Column {0} has more than {1} different values, too many for a category. Keep it as text.</source>
        <translation>列 {0} には異なる値が {1} 個を超えてあり、カテゴリにするには多すぎます。テキストとして残してください。</translation>
    </message>
    <message>
        <source>The survey found no value in {0}, but there are {1}, the first in record {2} of {3}. Nothing was imported. Say what they are:{4} (or ignored, to leave a column out).</source>
        <translation>調査では {0} に値がありませんでしたが、実際には {1} 個あり、最初の値は {3} のレコード {2} にあります。何もインポートしていません。型を指定してください：{4}（列を外すには ignored）。</translation>
    </message>
    <message>
        <source>Column {0} is left out, but holds {1} values.</source>
        <translation>列 {0} は対象から外していますが、{1} 個の値があります。</translation>
    </message>
    <message>
        <source>Column {0} has no value where the survey looked, and is left out.</source>
        <translation>列 {0} は調査した範囲に値がなかったので外しました。</translation>
    </message>
    <message>
        <source>{0} is a matrix of the shape {1}: its longer dimension is taken as time, so it has {2} channels. State --frames first if its rows are the frames.</source>
        <translation>{0} は形状 {1} の行列です。長いほうの次元を時間とみなし、チャンネル数は {2} とします。行がフレームの場合は --frames first を指定してください。</translation>
    </message>
    <message>
        <source>{0} of {1} recordings are matrices with more columns than rows, {2} of the shape {3} among them: their longer dimension is taken as time. State --frames first if rows are the frames.</source>
        <translation>{1} 件の録音のうち {0} 件は、行より列が多い行列です（例：{2}、形状 {3}）。長いほうの次元を時間とみなします。行がフレームの場合は --frames first を指定してください。</translation>
    </message>
    <message>
        <source>None of these recordings is a matrix, so --frames has no effect: leave it out.</source>
        <translation>これらの録音に行列はないため、--frames は効果がありません。指定を外してください。</translation>
    </message>
    <message>
        <source>{0} has several members with the name {1}. Unpack it, and import what is meant.</source>
        <translation>{0} には {1} という名前のメンバーが複数あります。展開してから、必要なものをインポートしてください。</translation>
    </message>
    <message>
        <source>{0} members of {1} are left out, as their names lead out of it: {2} is one.</source>
        <translation>{1} のメンバー {0} 件は、名前がアーカイブの外を指すため除外します（例：{2}）。</translation>
    </message>
    <message>
        <source>{0} members of {1} are other files and left out: {2} is one.</source>
        <translation>{1} のメンバー {0} 件は対象外のファイルのため除外します（例：{2}）。</translation>
    </message>
    <message>
        <source>{0} is a symbolic link, through which Masu does not write. Remove it, or choose another folder.</source>
        <translation>{0} はシンボリックリンクです。Masu はリンク先には書き込みません。リンクを削除するか、別のフォルダーを選んでください。</translation>
    </message>
    <message>
        <source>The model {0} uses the operator {1}, which reads or writes files or reaches other machines: Masu does not run it. Take it out, and save the model again.</source>
        <translation>モデル {0} は演算子 {1} を使います。これはファイルを読み書きするかほかのマシンに接続するため、Masu は実行しません。取り除いてからモデルを保存し直してください。</translation>
    </message>
    <message>
        <source>The header of {0} contradicts itself: {1} channels of {2} bits in frames of {3} bytes, with {4} valid bits. Save it again with an audio program.</source>
        <translation>{0} のヘッダーが矛盾しています（{1} チャンネル、{2} ビット、1 フレーム {3} バイト、有効 {4} ビット）。音声ソフトで保存し直してください。</translation>
    </message>
    <message>
        <source>{0} holds folders that are nested too deeply for programs to name what is in them. Move it up, or name the files themselves.</source>
        <translation>{0} のフォルダーは入れ子が深すぎて、中のファイルを指定できません。上の階層に移すか、ファイルを直接指定してください。</translation>
    </message>
    <message>
        <source>There was nothing to resume in {0}: no import was interrupted after its first checkpoint, or what it left is damaged. Everything was imported from the beginning.</source>
        <translation>{0} には再開できるものがありませんでした。最初のチェックポイントより後に中断されたインポートがないか、残っていたものが壊れています。すべて最初からインポートしました。</translation>
    </message>
    <message>
        <source>{0} was edited since the import was interrupted: what had been read of it is different now. Restore the source, or import again without resuming.</source>
        <translation>{0} はインポートが中断された後に編集され、すでに読み込んだ部分の内容が変わっています。元のファイルに戻すか、再開せずにインポートし直してください。</translation>
    </message>
    <message>
        <source>{0} is in the way: it is not a folder in which Masu keeps unfinished work, and Masu removes nothing that it did not make. Move it, or choose another place.</source>
        <translation>{0} があるため続けられません。これは Masu が作業途中のファイルを置くフォルダーではなく、Masu は自分で作ったもの以外を削除しません。移動するか、別の場所を選んでください。</translation>
    </message>
    <message>
        <source>{0} is damaged, or not the index of an export that this Masu reads. Export it again.</source>
        <translation>{0} は壊れているか、この Masu で読める書き出しの索引ではありません。もう一度書き出してください。</translation>
    </message>
    <message>
        <source>{0} names the file {1}, which is not below its folder. Masu reads no file but the shards of an export; export the dataset again.</source>
        <translation>{0} が指しているファイル {1} は、そのフォルダーの中にありません。Masu は書き出しのシャード以外のファイルを読みません。データセットをもう一度書き出してください。</translation>
    </message>
    <message>
        <source>{0} is not the shard that was exported: its bytes or its SHA-256 differ from the index. Bring back the right file, or export it again.</source>
        <translation>{0} は書き出されたときのシャードではありません。バイト数または SHA-256 が索引と違います。正しいファイルに戻すか、もう一度書き出してください。</translation>
    </message>
    <message>
        <source>{0} is damaged: {1} of sample {2} is {3}, where only numbers below {4} mean anything. Copy it again, or import again.</source>
        <translation>{0} は壊れています。サンプル {2} の {1} が {3} ですが、意味があるのは {4} 未満の値だけです。もう一度コピーするか、インポートし直してください。</translation>
    </message>
    <message>
        <source>{0} is damaged, or holds something that HDF5 cannot read. Copy it again, or import again.</source>
        <translation>{0} は壊れているか、HDF5 で読めないものを含んでいます。もう一度コピーするか、インポートし直してください。</translation>
    </message>
    <message>
        <source>The attribute {0} of {1} is not a single value.</source>
        <translation>{1} の属性 {0} は単一の値ではありません。</translation>
    </message>
    <message>
        <source>The description in {0} is damaged, or of a later Masu. Copy it again, or import again.</source>
        <translation>{0} の説明情報が壊れているか、新しいバージョンの Masu のものです。もう一度コピーするか、インポートし直してください。</translation>
    </message>
    <message>
        <source>{0} is not as the journal beside it says. Import again.</source>
        <translation>{0} が隣のジャーナルと一致しません。インポートし直してください。</translation>
    </message>
    <message>
        <source>The object {0} of {1} is a link to another place, or keeps its values in another file. Masu reads no file but the dataset, its parts and its splits; get the dataset from whoever made it.</source>
        <translation>{1} のオブジェクト {0} は別の場所へのリンクか、値を別のファイルに置いています。Masu はデータセットとその部分、分割のファイル以外を読みません。作成者からデータセットを入手し直してください。</translation>
    </message>
    <message>
        <source>The manifest {0} in {1} is damaged. Draw it again, or delete it.</source>
        <translation>{1} のマニフェスト {0} は壊れています。分割し直すか、削除してください。</translation>
    </message>
    <message>
        <source>The manifest {0} in {1} is damaged: sample {2} has the split {3}, which does not exist. Draw it again, or delete it.</source>
        <translation>{1} のマニフェスト {0} は壊れています。サンプル {2} の分割 {3} は存在しません。分割し直すか、削除してください。</translation>
    </message>
    <message>
        <source>Internal error: {0} has no place for a checksum. Please report it.</source>
        <translation>内部エラー：{0} にチェックサムを書き込む場所がありません。不具合として報告してください。</translation>
    </message>
    <message>
        <source>{0} cannot be read: it is damaged, or needs a plug-in of HDF5 that is not installed. Copy it again.</source>
        <translation>{0} を読めません。壊れているか、インストールされていない HDF5 のプラグインが必要です。もう一度コピーしてください。</translation>
    </message>
    <message>
        <source>{0} is damaged or was changed by another program: its description, or what HDF5 needs to find its values, does not match its checksum. Copy it again, or import again.</source>
        <translation>{0} は書き込まれたときと違います。説明情報、または HDF5 が値を見つけるための情報が壊れているか、別のプログラムが変更しました。もう一度コピーするか、インポートし直してください。</translation>
    </message>
    <message>
        <source>A rate is a number of frames a second above 0 and up to 1,000,000,000, such as 300, 44100 Hz or 44.1 kHz, not &apos;{0}&apos;.</source>
        <translation>サンプリングレートには、0 より大きく 1,000,000,000 以下の毎秒フレーム数を指定してください（例：300、44100 Hz、44.1 kHz）。「{0}」は使えません。</translation>
    </message>
    <message>
        <source>The times of column {0} are stored as {1}, which moves them by up to {2} s. Choose f64, or keep the column, to have them as they are.</source>
        <translation>列 {0} の日時は {1} で保存され、最大 {2} 秒ずれます。そのまま保つには f64 を選ぶか、列を保持してください。</translation>
    </message>
    <message>
        <source>TFRecord holds numbers as f32, not as f64. Choose --dtype f32, or another format.</source>
        <translation>TFRecord の数値は f32 で、f64 ではありません。--dtype f32 か別の形式を選んでください。</translation>
    </message>
    <message>
        <source>TFRecord holds numbers as f32: {0}, stored as f64, is rounded to it.</source>
        <translation>TFRecord の数値は f32 です。f64 で保存された {0} は f32 に丸められます。</translation>
    </message>
    <message>
        <source>The times of column {0} are written as seconds after {1} UTC.</source>
        <translation>列 {0} の日時は {1} UTC からの秒数として書き出されます。</translation>
    </message>
    <message>
        <source>Labels are stored as {0}; models learn and predict them as f32, to about 7 digits.</source>
        <translation>ラベルは {0} で保存されています。モデルはこれを f32（約 7 桁）で学習・予測します。</translation>
    </message>
    <message>
        <source>The new sources hold values in {0} that need {1}, but {2} stores {3}. Import all sources again.</source>
        <translation>新しい入力元の {0} には {1} が必要な値がありますが、{2} は {3} で保存しています。すべての入力元をもう一度インポートしてください。</translation>
    </message>
    <message>
        <source>Column {0} holds whole numbers beyond 2^53, not all of which features keep. Keep the column, or make it a category, to have them as they are.</source>
        <translation>列 {0} には 2^53 を超える整数があり、特徴量では一部しか正確に保てません。そのまま保つには列を保持するか、カテゴリにしてください。</translation>
    </message>
    <message>
        <source>Another program is writing {0}. Wait until it is done, then try again.</source>
        <translation>別のプログラムが {0} を書き込んでいます。終わってからもう一度試してください。</translation>
    </message>
    <message>
        <source>No columns besides the labels could give them away.</source>
        <translation>ラベルのほかに、ラベルが分かってしまうような列はありません。</translation>
    </message>
    <message>
        <source>The columns {0} together determine the value: R² is {1} on {2} samples.</source>
        <translation>列 {0} を合わせると値が分かります：{2} サンプルで R² は {1} です。</translation>
    </message>
    <message>
        <source>The column {0} alone determines the value on another scale: the square of their rank correlation is {1} on {2} samples.</source>
        <translation>列 {0} だけで、尺度を変えた値が分かります：{2} サンプルで順位相関の二乗は {1} です。</translation>
    </message>
    <message>
        <source>The column {0} alone determines the value: R² is {1} on {2} samples.</source>
        <translation>列 {0} だけで値が分かります：{2} サンプルで R² は {1} です。</translation>
    </message>
    <message>
        <source>If that would not be known when the model is used, import again without it; it can be kept for browsing alone.</source>
        <translation>モデルを使うときに分からないはずのものなら、それを除いてインポートし直してください。閲覧用にだけ残すこともできます。</translation>
    </message>
    <message>
        <source>Keep equal samples together when you split, set those samples aside, or drop repeated records before the import.</source>
        <translation>同じサンプルをまとめて分割し直すか、それらを未使用にするか、インポートする前に重複したレコードを除いてください。</translation>
    </message>
    <message>
        <source>Import more columns that distinguish them; otherwise no model explains more than the rest.</source>
        <translation>それらを区別できる列を追加してインポートしてください。そうしないと、どのモデルも残りの分散しか説明できません。</translation>
    </message>
    <message>
        <source>Labels of several values are not compared.</source>
        <translation>複数の値からなるラベルは比較しません。</translation>
    </message>
    <message>
        <source>Each of {0} groups by {1} is in one split.</source>
        <translation>{1} による {0} グループは、それぞれ 1 つの分割に収まっています。</translation>
    </message>
    <message>
        <source>Equal samples cannot be kept together in a split by groups, by hash or in order; leave one of them out.</source>
        <translation>グループ、ハッシュ、順序による分割では、同じサンプルをまとめておくことはできません。どちらかをやめてください。</translation>
    </message>
    <message>
        <source>The manifest {0} was deleted or renamed by another program since it was opened here. Store what you have under another name.</source>
        <translation>マニフェスト {0} は、ここで開いたあとに別のプログラムが削除したか名前を変えました。別の名前で保存してください。</translation>
    </message>
    <message>
        <source>The manifest {0} was changed by another program since it was opened here. Store what you have under another name, or open the manifest again.</source>
        <translation>マニフェスト {0} は、ここで開いたあとに別のプログラムが変更しました。別の名前で保存するか、マニフェストを開き直してください。</translation>
    </message>
    <message>
        <source>The windows of a recording stay in one split; --no-group draws each by itself.</source>
        <translation>1 つの録音の窓は同じ分割に入ります。--no-group を付けると 1 つずつ割り当てます。</translation>
    </message>
    <message>
        <source>The samples of a group stay in one split; --no-group draws each by itself.</source>
        <translation>1 つのグループのサンプルは同じ分割に入ります。--no-group を付けると 1 つずつ割り当てます。</translation>
    </message>
    <message>
        <source>There are too few recordings to keep each in one split, so that neighbouring windows are in different ones; --order position --gap N keeps them apart.</source>
        <translation>録音が少なく、それぞれを 1 つの分割に収められないため、隣り合う窓が別の分割に入ります。--order position --gap N で離せます。</translation>
    </message>
    <message>
        <source>The sources held {0} records that fit, where the survey had forecast {1}. Look at what was rejected, and at records that are longer than they should be.</source>
        <translation>計画に合うレコードは {0} 件でしたが、調査での見積もりは {1} 件でした。不採用のレコードと、長すぎるレコードを確認してください。</translation>
    </message>
    <message>
        <source>{0} has more than {1} columns. Check that its lines end, or transpose it.</source>
        <translation>{0} の列は {1} を超えています。改行があるか確認するか、行と列を入れ替えてください。</translation>
    </message>
    <message>
        <source>{0} begins with no record of at most {1} bytes. Check its quotes and line ends, or allow longer records by --longest-record.</source>
        <translation>{0} の先頭に、{1} バイト以内のレコードがありません。引用符と改行を確認するか、--longest-record で上限を大きくしてください。</translation>
    </message>
    <message>
        <source>{0} has {1} columns, which take about {2} MB of memory to plan. Allow that by --memory.</source>
        <translation>{0} には {1} 列あり、計画に約 {2} MB のメモリが必要です。--memory を大きくしてください。</translation>
    </message>
    <message>
        <source>The header of {0} has one name fewer than its records have fields, as R writes it: the first column holds row names and is called {1}.</source>
        <translation>{0} の見出しは、R の出力のように、レコードのフィールドより名前が 1 つ少なくなっています。最初の列を行の名前とし、{1} と呼びます。</translation>
    </message>
    <message>
        <source>The header of {0} has {1} names, but its records have {2} fields: {3} and what follows name nothing, and names may be beside the wrong columns.</source>
        <translation>{0} の見出しには名前が {1} 個ありますが、レコードのフィールドは {2} 個です。{3} 以降の名前に当たる列はなく、名前と列がずれている可能性があります。</translation>
    </message>
    <message>
        <source>{0} surveyed lines that do not fit begin with #; if they are comments, use --comment &apos;#&apos;.</source>
        <translation>調査した行のうち、合わない {0} 行が # で始まります。コメントであれば、--comment &apos;#&apos; を指定してください。</translation>
    </message>
    <message>
        <source>The lines of {0} look like JSON objects, not like records of a table: convert it to CSV first.</source>
        <translation>{0} の各行は JSON オブジェクトのようで、表のレコードではありません。先に CSV に変換してください。</translation>
    </message>
    <message>
        <source>With the delimiter {1} each line of {0} is one cell; with {2} it would have {3} columns.</source>
        <translation>区切り文字 {1} では {0} の各行が 1 つのセルになります。{2} なら {3} 列になります。</translation>
    </message>
    <message>
        <source>{0} was truncated or overwritten while it was read. Start again once no other program writes to it.</source>
        <translation>{0} は読み取り中に切り詰められたか、上書きされました。ほかのプログラムの書き込みが終わってから、やり直してください。</translation>
    </message>
    <message>
        <source>{0} could not be read: its disk or network reported an error, or the file was truncated.</source>
        <translation>{0} を読み取れませんでした。ディスクかネットワークのエラー、またはファイルの切り詰めによるものです。</translation>
    </message>
    <message>
        <source>This takes {0} open files, and the system permits {1}. Keep fewer columns, or raise the limit (ulimit -n).</source>
        <translation>同時に {0} 個のファイルを開く必要がありますが、システムの上限は {1} 個です。残す列を減らすか、上限を上げてください（ulimit -n）。</translation>
    </message>
    <message>
        <source>{0} is unpacked or decoded to a file in {1} while it is imported, which takes about {2} MB there; another folder is chosen by --scratch or TMPDIR.</source>
        <translation>{0} はインポート中に {1} のファイルへ展開または変換され、約 {2} MB を使います。別のフォルダーは --scratch か TMPDIR で指定できます。</translation>
    </message>
    <message>
        <source>{0} unpacks to more than {1} bytes, and less than {2} MB would be left free in {3}. Name a folder with more room by --scratch or in TMPDIR.</source>
        <translation>{0} は展開すると {1} バイトを超え、{3} の空きが {2} MB を下回ります。--scratch か TMPDIR で、空きのあるフォルダーを指定してください。</translation>
    </message>
    <message>
        <source>The expression &quot;{0}&quot; uses lookahead, lookbehind or a backreference, which Masu&apos;s regular expressions (RE2) do not have. Write it without these.</source>
        <translation>式「{0}」は先読み・後読み・後方参照を使っていますが、Masu の正規表現（RE2）にはありません。使わない形に書き直してください。</translation>
    </message>
    <message>
        <source>The expression &quot;{0}&quot; is not a valid regular expression: its brackets do not match. A bracket that is meant as such is written with a backslash before it.</source>
        <translation>式「{0}」は正しい正規表現ではありません。括弧の対応が取れていません。括弧そのものを表すには、前にバックスラッシュ（円記号）を付けてください。</translation>
    </message>
    <message>
        <source>The expression &quot;{0}&quot; is too large, or repeats too often. Write a shorter one.</source>
        <translation>式「{0}」は大きすぎるか、繰り返しが多すぎます。短くしてください。</translation>
    </message>
    <message>
        <source>The expression &quot;{0}&quot; is not a valid regular expression; &quot;{1}&quot; is the first that cannot be understood.</source>
        <translation>式「{0}」は正しい正規表現ではありません。「{1}」から先を解釈できません。</translation>
    </message>
    <message>
        <source>The recipe reads {0}, which is not below the sources. If that list is meant, give it by {1} {2}.</source>
        <translation>レシピは入力元の下にない {0} を読み込みます。そのリストでよければ {1} {2} を指定してください。</translation>
    </message>
    <message>
        <source>The recipe cannot be used: it has two columns {0}.</source>
        <translation>レシピは使えません。列 {0} が 2 つあります。</translation>
    </message>
    <message>
        <source>The recipe cannot be used: its {0} cannot be {1}.</source>
        <translation>レシピは使えません。{0} の値を {1} にすることはできません。</translation>
    </message>
    <message>
        <source>The recipe cannot be used: it has no {0}.</source>
        <translation>レシピは使えません。{0} がありません。</translation>
    </message>
    <message>
        <source>The recipe cannot be used: its {0} has a field {1}, which this version of Masu does not know.</source>
        <translation>レシピは使えません。{0} の項目 {1} は、このバージョンの Masu では使えません。</translation>
    </message>
    <message>
        <source>The recipe cannot be used: it names {0} as {1}, and its columns say {2}.</source>
        <translation>レシピは使えません。{0} は {1} とされていますが、列の一覧では {2} です。</translation>
    </message>
    <message>
        <source>The recipe cannot be used: its column {0} is {1}, and is not listed as such.</source>
        <translation>レシピは使えません。列 {0} は {1} ですが、その一覧に入っていません。</translation>
    </message>
    <message>
        <source>The recipe cannot be used: its target and its labels do not go together.</source>
        <translation>レシピは使えません。予測の対象とラベルが合っていません。</translation>
    </message>
    <message>
        <source>The recipe cannot be used: it counts class {0} as {1}, which is none of its classes.</source>
        <translation>レシピは使えません。クラス {0} を {1} と数えますが、{1} というクラスはありません。</translation>
    </message>
    <message>
        <source>{0} is read, and is in {1} ({2}), which would be replaced with everything in it. Choose another folder to write to.</source>
        <translation>読み込む {0} は {1}（{2}）の中にあり、そのフォルダーは中身ごと置き換えられます。別の出力先フォルダーを選んでください。</translation>
    </message>
    <message>
        <source>{0} ({1}) is read by the same command, which would replace it. Choose another name to write to.</source>
        <translation>{0}（{1}）は同じコマンドが読み込むファイルで、置き換えられてしまいます。別の出力先を選んでください。</translation>
    </message>
    <message>
        <source>{0} is to be written twice, as {1} and as {2}. Choose another name for one of them.</source>
        <translation>{0} が {1} と {2} の両方の出力先になっています。どちらかを別の名前にしてください。</translation>
    </message>
    <message>
        <source>There is a manifest {0} already. Choose another name for --save-as, or delete it.</source>
        <translation>マニフェスト {0} はすでにあります。--save-as に別の名前を指定するか、先に削除してください。</translation>
    </message>
    <message>
        <source>{0} ({1}) is a source that {2} was imported from, and would be replaced. Choose another place to write to.</source>
        <translation>{0}（{1}）は {2} の入力元のファイルで、置き換えられてしまいます。別の出力先を選んでください。</translation>
    </message>
    <message>
        <source>The model {0} outputs NaN for {1} samples: their predictions are empty, and its scores leave them out.</source>
        <translation>モデル {0} は {1} 件のサンプルに対して NaN を出力しました。これらの予測は空欄とし、評価値の計算から除いています。</translation>
    </message>
    <message>
        <source>Column {0} of {1} holds {2}, and no type keeps that and the other values of the column exactly. Keep the column as text with --text {0}.</source>
        <translation>{1} の列 {0} に {2} があり、この列のほかの値とともに正確に保てる型がありません。--text {0} でテキストとして残してください。</translation>
    </message>
    <message>
        <source>The times of column {0} have more decimals than f64 holds as seconds after {1} UTC, and moved by up to {2} s. Keep the column as text (--text {0}) to have all of them.</source>
        <translation>列 {0} の日時の小数部は、{1} UTC からの秒数を f64 で保てる桁数より多く、最大 {2} 秒ずれました。すべての桁を残すには、列をテキストとして残してください（--text {0}）。</translation>
    </message>
    <message>
        <source>The label {0} has more digits than a number keeps beside the other labels, so labels cannot be values; predict classes instead.</source>
        <translation>ラベル {0} は桁数が多く、ほかのラベルとともに数値として正確に保てないため、ラベルを値にできません。代わりにクラスを予測してください。</translation>
    </message>
    <message>
        <source>The survey found no value in the label column {0}, and did not read everything. Choose another label, or give the type of its values, such as --type {0}=number.</source>
        <translation>調査した範囲では、ラベルの列 {0} に値がありませんでした（全体は読んでいません）。別のラベルを選ぶか、--type {0}=number のように値の種類を指定してください。</translation>
    </message>
    <message>
        <source>{0} holds {1} already. Choose another folder, or allow it to be overwritten.</source>
        <translation>{0} にはすでに {1} があります。別のフォルダーを選ぶか、上書きを許可してください。</translation>
    </message>
    <message>
        <source>{0} is where {1} keeps its splits. Choose another name.</source>
        <translation>{0} は {1} の分割を収めるファイルです。別の名前を選んでください。</translation>
    </message>
    <message>
        <source>The splits file that was there before is kept as {0}.</source>
        <translation>以前からあった分割ファイルは {0} として残してあります。</translation>
    </message>
    <message>
        <source>No sample is left: the filter or missing values left out all of {0} records.</source>
        <translation>サンプルが残りません。フィルターまたは欠損値によって {0} 件のレコードがすべて除かれました。</translation>
    </message>
    <message>
        <source>Column {0} holds whole numbers with zeros before them, such as {1}, which features do not keep. If they are names, make it a category, or keep the column.</source>
        <translation>列 {0} には {1} のように先頭に 0 が付く整数があり、特徴量では先頭の 0 が失われます。番号や名前であれば、カテゴリにするか、列を保持してください。</translation>
    </message>
    <message>
        <source>Column {0} holds whole numbers and cells such as {1}, which are read as numbers with an exponent. If they are names, make it a category with --type {0}=category, or keep it with --text {0}.</source>
        <translation>列 {0} には整数のほかに {1} のようなセルがあり、指数付きの数値として読みます。番号や名前であれば、--type {0}=category でカテゴリにするか、--text {0} で残してください。</translation>
    </message>
    <message>
        <source>The dates of column {0} have years of two digits, such as {1}: 69 to 99 are read as 1969 to 1999, and 00 to 68 as 2000 to 2068. Write years of four digits in the source if others are meant.</source>
        <translation>列 {0} の日付には {1} のように 2 桁の年があります。69 〜 99 は 1969 〜 1999 年、00 〜 68 は 2000 〜 2068 年として読みます。ほかの年であれば、入力元の年を 4 桁で書いてください。</translation>
    </message>
    <message>
        <source>The header of {0} names several columns alike; the later ones are called {1}.</source>
        <translation>{0} の見出しには同じ名前の列が複数あります。2 つ目以降の列の名前は {1} になります。</translation>
    </message>
    <message>
        <source>Column {0} holds whole numbers with zeros before them, such as {1}, so that it is kept as text, with all digits.</source>
        <translation>列 {0} には {1} のように先頭に 0 が付く整数があるため、すべての桁を保つようテキストとして残します。</translation>
    </message>
    <message>
        <source>The classes of {0} keep their leading zeros, as in {1}; make it a number to count 01 and 1 as one class.</source>
        <translation>{0} のクラスには {1} のように先頭に 0 が付くものがあるため、すべての桁で区別します。01 と 1 を同じクラスにするには、列を数値にしてください。</translation>
    </message>
    <message>
        <source>{1} and {2} are two classes of {0}, though one number; make them one by --class-map {2} {1}.</source>
        <translation>{1} と {2} は同じ数値ですが、{0} の別々のクラスになります。--class-map {2} {1} で 1 つにまとめられます。</translation>
    </message>
    <message>
        <source>The label {0} is taken as a value, since {1} of {2} surveyed cells are not written as whole numbers, such as {3}; as classes: --target class.</source>
        <translation>調べた {2} セルのうち {1} セルが {3} のように整数でない書き方なので、ラベル {0} は数値として扱います。クラスとして扱うには --target class を指定してください。</translation>
    </message>
    <message>
        <source>Column {0} is a category, whose missing cells stay missing or have their records dropped: no number fills them. Ask for drop, or leave the rule out.</source>
        <translation>列 {0} はカテゴリです。欠損セルは欠損のままにするか、レコードごと除くことしかできず、数値では埋められません。drop を指定するか、この指定を外してください。</translation>
    </message>
    <message>
        <source>Column {0} is {1}, and a rule for missing cells is for features and categories only. Leave the rule out.</source>
        <translation>列 {0} の役割は {1} です。欠損セルの扱いを指定できるのは特徴量とカテゴリだけです。この指定を外してください。</translation>
    </message>
    <message>
        <source>The column {0} has too few different values to divide by: samples of equal values stay in one split, and one split would be empty. Order by a column that has more, or by position.</source>
        <translation>列 {0} は異なる値が少なすぎて分けられません。値が等しいサンプルは同じ分割に入るため、空の分割ができてしまいます。値の種類がもっと多い列か、位置（position）の順にしてください。</translation>
    </message>
    <message>
        <source>Shares are up to {0} percentage points from those asked for, since each source is divided by itself.</source>
        <translation>入力元ごとに分けるため、割合は指定から最大 {0} ポイントずれます。</translation>
    </message>
    <message>
        <source>Shares are up to {0} percentage points from those asked for, since samples of equal values stay in one split.</source>
        <translation>値が等しいサンプルは同じ分割に入れるため、割合は指定から最大 {0} ポイントずれます。</translation>
    </message>
    <message>
        <source>{0} is a copy of {1} and shares its splits, which were not changed. For splits of its own, write it with masu convert, or move it to another folder with a copy of {2}.</source>
        <translation>{0} は {1} のコピーで、その分割を共有しています。分割は変更しませんでした。独自の分割を持たせるには、masu convert で書き出すか、{2} のコピーと一緒に別のフォルダーへ移してください。</translation>
    </message>
    <message>
        <source>{0} has samples of {1} bits at neither end of their containers, as programs with a format of their own write them. Save it as plain 24 bits or as 32-bit floats first.</source>
        <translation>{0} の {1} ビットのサンプルは格納領域の上位にも下位にもそろっておらず、独自形式のプログラムが書いたものとみられます。通常の 24 ビットまたは 32 ビット浮動小数点で保存し直してください。</translation>
    </message>
    <message>
        <source>The recipe is not JSON from line {0}, column {1} on. Correct it there, or save one from an import or with masu inspect.</source>
        <translation>レシピは {0} 行 {1} 列から先が JSON ではありません。そこを直すか、インポートまたは masu inspect で保存し直してください。</translation>
    </message>
    <message>
        <source>Device {0} of the list has no {1}: add it.</source>
        <translation>一覧の {0} 番目のデバイスに {1} がありません。追加してください。</translation>
    </message>
    <message>
        <source>{1} of device {0} of the list must be a positive number.</source>
        <translation>一覧の {0} 番目のデバイスの {1} は正の数でなければなりません。</translation>
    </message>
    <message>
        <source>{1} of device {0} of the list must be a number of bytes up to 1e18.</source>
        <translation>一覧の {0} 番目のデバイスの {1} は 1e18 以下のバイト数でなければなりません。</translation>
    </message>
    <message>
        <source>flops of device {0} of the list must be of the types f32, tf32, f16, bf16 or i8, not of &apos;{1}&apos;.</source>
        <translation>一覧の {0} 番目のデバイスの flops に使える型は f32、tf32、f16、bf16、i8 で、「{1}」は使えません。</translation>
    </message>
    <message>
        <source>{1} of device {0} of the list must be a text.</source>
        <translation>一覧の {0} 番目のデバイスの {1} はテキストでなければなりません。</translation>
    </message>
    <message>
        <source>The list of devices is not JSON from line {0}, column {1} on. Correct it there.</source>
        <translation>デバイスの一覧は {0} 行 {1} 列から先が JSON ではありません。そこを直してください。</translation>
    </message>
    <message>
        <source>The list of devices must be JSON of the form [{…}, {…}].</source>
        <translation>デバイスの一覧は [{…}, {…}] の形の JSON でなければなりません。</translation>
    </message>
    <message>
        <source>What was measured earlier is damaged, or of another version of Masu. Clear it, and measure again.</source>
        <translation>以前の測定結果は壊れているか、別のバージョンの Masu のものです。消去して測定し直してください。</translation>
    </message>
    <message>
        <source>The description of the training run is damaged, or of another version of Masu. Start the run again.</source>
        <translation>学習の設定が壊れているか、別のバージョンの Masu のものです。学習をやり直してください。</translation>
    </message>
    <message>
        <source>The description of the prediction is damaged, or of another version of Masu. Start the prediction again.</source>
        <translation>予測の設定が壊れているか、別のバージョンの Masu のものです。予測をやり直してください。</translation>
    </message>
    <message>
        <source>The curve of learning rates is damaged. Measure it again.</source>
        <translation>学習率の曲線が壊れています。測定し直してください。</translation>
    </message>
    <message>
        <source>One recording is shorter than the window, or has a segment that is, and is padded to it: drop leaves out the rest of longer ones only.</source>
        <translation>窓より短い、または短い区間を含む録音が 1 件あり、窓の長さまで埋められます。drop が省くのは、窓より長い録音の余りだけです。</translation>
    </message>
    <message>
        <source>{0} recordings are shorter than the window, or have segments that are, and are padded to it: drop leaves out the rest of longer ones only.</source>
        <translation>窓より短い、または短い区間を含む録音が {0} 件あり、窓の長さまで埋められます。drop が省くのは、窓より長い録音の余りだけです。</translation>
    </message>
    <message>
        <source>{0} text columns take more open files than the system permits; {1} text columns fit. Keep fewer with --text, or raise the limit with ulimit -n.</source>
        <translation>{0} 個のテキスト列には、システムが許すより多くのファイルを同時に開く必要があります。開けるのはテキスト列 {1} 個分までです。--text で残す列を減らすか、ulimit -n で上限を上げてください。</translation>
    </message>
    <message>
        <source>A member of {0} is left out, as its name leads out of it: {1}.</source>
        <translation>{0} のメンバー 1 件は、名前がアーカイブの外を指すため除外します（{1}）。</translation>
    </message>
    <message>
        <source>A member of {0} is another file and left out: {1}.</source>
        <translation>{0} のメンバー 1 件は対象外のファイルのため除外します（{1}）。</translation>
    </message>
    <message>
        <source>The words of categories and classes take more than {0} MB of memory, half of what is allowed; column {1} has {2} of them. Keep it as text, or allow more memory by --memory.</source>
        <translation>カテゴリとクラスの語が、許されたメモリの半分である {0} MB を超えました。列 {1} には {2} 語あります。テキストとして残すか、--memory でメモリを増やしてください。</translation>
    </message>
    <message>
        <source>The filter {0} excludes no sample.</source>
        <translation>絞り込み {0} で除かれるサンプルはありません。</translation>
    </message>
    <message>
        <source>The rule {0} matches the path of no source.</source>
        <translation>規則 {0} に合うパスの入力元はありません。</translation>
    </message>
    <message>
        <source>{0} was changed since the export: its checksum differs. Bring it back as it was, or export the dataset again.</source>
        <translation>{0} は書き出し後に変更されています（チェックサムが異なります）。元に戻すか、データセットを書き出し直してください。</translation>
    </message>
    <message>
        <source>The samples of the new recordings are {0}, those of {1} were {2}, as type (full scale). Import all recordings together, which brings them to one scale.</source>
        <translation>新しい録音のサンプルは {0}、{1} のものは {2} です（型とフルスケール）。すべての録音をまとめてインポートすると、同じスケールにそろいます。</translation>
    </message>
    <message>
        <source>The new recordings have {0} frames a second, those of {1} have {2}. Import all recordings together with --rate {2}, which resamples them.</source>
        <translation>新しい録音は毎秒 {0} フレーム、{1} のものは {2} フレームです。すべての録音を --rate {2} を付けてまとめてインポートすると、リサンプリングされます。</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}、{1}</translation>
    </message>
    <message>
        <source>wrong number of fields</source>
        <translation>フィールド数の不一致</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>数値ではない値</translation>
    </message>
    <message>
        <source>not a date or time</source>
        <translation>日時ではない値</translation>
    </message>
    <message>
        <source>not a boolean</source>
        <translation>真偽値ではない値</translation>
    </message>
    <message>
        <source>Column {2} holds {3} in line {1} of {0}, which is not a boolean (true, false, yes, no, 1 or 0).</source>
        <translation>{0} の {1} 行目、列 {2} の「{3}」は真偽値（true、false、yes、no、1、0）ではありません。</translation>
    </message>
    <message>
        <source>number too large</source>
        <translation>大きすぎる数値</translation>
    </message>
    <message>
        <source>label missing</source>
        <translation>ラベルの欠損</translation>
    </message>
    <message>
        <source>weight missing</source>
        <translation>重みの欠損</translation>
    </message>
    <message>
        <source>text is not UTF-8</source>
        <translation>UTF-8 ではないテキスト</translation>
    </message>
    <message>
        <source>a quote never closes</source>
        <translation>閉じられない引用符</translation>
    </message>
    <message>
        <source>record too long</source>
        <translation>長すぎるレコード</translation>
    </message>
    <message>
        <source>tab</source>
        <translation>タブ</translation>
    </message>
    <message>
        <source>blank</source>
        <translation>空白</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0}（{1}）</translation>
    </message>
    <message>
        <source>unused</source>
        <translation>未使用</translation>
    </message>
    <message>
        <source>train</source>
        <translation>学習</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>検証</translation>
    </message>
    <message>
        <source>test</source>
        <translation>テスト</translation>
    </message>
    <message>
        <source>feature</source>
        <translation>特徴量</translation>
    </message>
    <message>
        <source>category</source>
        <translation>カテゴリ</translation>
    </message>
    <message>
        <source>label</source>
        <translation>ラベル</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>group</source>
        <translation>グループ</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保持</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>無視</translation>
    </message>
    <message>
        <source>integer</source>
        <translation>整数</translation>
    </message>
    <message>
        <source>decimal</source>
        <translation>小数</translation>
    </message>
    <message>
        <source>boolean</source>
        <translation>真偽値</translation>
    </message>
    <message>
        <source>time</source>
        <translation>時刻</translation>
    </message>
    <message>
        <source>text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>{0} is not {1} text (line {2}). Name its encoding where it is imported, or convert it to UTF-8.</source>
        <translation>{0} は {1} のテキストではありません（{2} 行目）。インポートするときに文字コードを指定するか、UTF-8 に変換してください。</translation>
    </message>
    <message>
        <source>A quote in line {1} of {0} joins it with the lines below, where text follows the quote that closes it or the fields do not fit: it is a stray one.</source>
        <translation>{0} の {1} 行目の引用符が後の行までつながっています。閉じる引用符の直後に文字があるか、フィールドの数が合わないため、紛れ込んだ引用符です。</translation>
    </message>
    <message>
        <source>{0} states no sampling rate where most have {2} frames a second; --rate {2} gives it one.</source>
        <translation>{0} にはサンプリングレートの記載がありませんが、大半は毎秒 {2} フレームです。--rate {2} で指定できます。</translation>
    </message>
    <message>
        <source>{0} has {1} frames a second where most state no sampling rate; --rate {1} gives them one.</source>
        <translation>{0} は毎秒 {1} フレームですが、大半にはサンプリングレートの記載がありません。--rate {1} で指定できます。</translation>
    </message>
    <message>
        <source>Records with over 64 KiB or 100 line ends in their cells, or with lines that look like records: {0}, of {1} line ends. The first begins in line {3} of {2} and has {4} bytes; a stray quote may have joined several into one.</source>
        <translation>セルに 64 KiB か改行 100 個を超えるレコード、または各行がレコードに見えるレコード：{0} 件（改行は計 {1} 個）。最初のものは {2} の {3} 行目に始まり、{4} バイトです。紛れ込んだ引用符が複数のレコードを 1 つにした可能性があります。</translation>
    </message>
    <message>
        <source>The columns of {0} are not those of the dataset or recipe that it is imported by. Missing: {1}. Unknown: {2}. Rename, add or remove columns.</source>
        <translation>{0} の列は、もとになるデータセットまたはレシピの列と一致しません。不足：{1}。未知：{2}。列の名前を変えるか、列を追加または削除してください。</translation>
    </message>
    <message>
        <source>{0} lacks {1} of the columns that the model learned from: {2}. Its first line, delimited by {3}, names {4}. Add the columns, or name them there.</source>
        <translation>{0} には、モデルが学習に使った列のうち {1} 列がありません：{2}。区切り文字 {3} で読んだ 1 行目の列名は {4} です。列を追加するか、そこに列名を書いてください。</translation>
    </message>
    <message>
        <source>--class-map names the class {0} twice; it can become one class only.</source>
        <translation>--class-map がクラス {0} を 2 回指定しています。変更先のクラスは 1 つだけです。</translation>
    </message>
    <message>
        <source>--class-map gives the class {0} no name. Name one, or leave its records out by --where.</source>
        <translation>--class-map のクラス {0} の変更先が空です。名前を指定するか、そのレコードを --where で除いてください。</translation>
    </message>
    <message>
        <source>The delimiter of {0} is {1}, as detected; the sources of the import had {2}.</source>
        <translation>{0} の区切り文字は、検出の結果 {1} です。インポート時の入力元では {2} でした。</translation>
    </message>
    <message>
        <source>The decimal mark of {0} is {1}, as detected; the sources of the import had {2}.</source>
        <translation>{0} の小数点は、検出の結果 {1} です。インポート時の入力元では {2} でした。</translation>
    </message>
    <message>
        <source>The encoding of {0} is {1}, as detected; the sources of the import had {2}.</source>
        <translation>{0} の文字コードは、検出の結果 {1} です。インポート時の入力元では {2} でした。</translation>
    </message>
    <message>
        <source>The lines before the table of {0} are {1}, as detected; the sources of the import had {2}.</source>
        <translation>{0} の表の前にある行は、検出の結果 {1} 行です。インポート時の入力元では {2} 行でした。</translation>
    </message>
    <message>
        <source>The quote of {0} is {1}, as detected; the sources of the import had {2}.</source>
        <translation>{0} の引用符は、検出の結果 {1} です。インポート時の入力元では {2} でした。</translation>
    </message>
    <message>
        <source>a stray quote joins lines</source>
        <translation>紛れ込んだ引用符による行の結合</translation>
    </message>
    <message>
        <source>{0} is a symbolic link where none is followed, or its links lead in a circle. Name the file itself.</source>
        <translation>{0} はシンボリックリンクで、ここではたどられないか、リンクが循環しています。リンク先のファイルを直接指定してください。</translation>
    </message>
    <message>
        <source>The model {0} asks for more memory than there is.</source>
        <translation>モデル {0} が、利用できる量を超えるメモリを要求しました。</translation>
    </message>
    <message>
        <source>The model {0} ran for {1} s without an end, for {2} samples: it may never end. If it is only slow, set MASU_MODEL_SECONDS to the seconds that a sample may take.</source>
        <translation>モデル {0} は {2} 件のサンプルに {1} 秒かけても終わりません。終わらないモデルかもしれません。遅いだけなら、MASU_MODEL_SECONDS に 1 サンプルの許容秒数を設定してください。</translation>
    </message>
    <message>
        <source>Reading the model {0} asks for more memory than there is.</source>
        <translation>モデル {0} の読み込みが、利用できる量を超えるメモリを要求しています。</translation>
    </message>
    <message>
        <source>Reading the model {0} does not end: a __setstate__ of it may loop.</source>
        <translation>モデル {0} の読み込みが終わりません。__setstate__ が無限ループしている可能性があります。</translation>
    </message>
    <message>
        <source>Comparing what was read before</source>
        <translation>以前に読み込んだ部分を照合しています</translation>
    </message>
    <message>
        <source>Every split that has samples has some of every class.</source>
        <translation>サンプルのある分割には、すべてのクラスのサンプルがあります。</translation>
    </message>
    <message>
        <source>Every split that was asked for has samples.</source>
        <translation>指定したすべての分割にサンプルがあります。</translation>
    </message>
    <message>
        <source>Splits without any sample: {0}.</source>
        <translation>サンプルが 1 つもない分割：{0}。</translation>
    </message>
    <message>
        <source>Give them a share when it is drawn, or rules that match more sources.</source>
        <translation>分割するときに比率を与えるか、より多くのデータに一致する規則を指定してください。</translation>
    </message>
    <message>
        <source>{1} has no column {0} to go in order of (--order). Name one of: {2}.</source>
        <translation>{1} には、順序に使う列 {0} がありません（--order）。次のいずれかを指定してください：{2}。</translation>
    </message>
    <message>
        <source>{1} has no column {0} to keep groups of together (--group). Name one of: {2}.</source>
        <translation>{1} には、グループに使う列 {0} がありません（--group）。次のいずれかを指定してください：{2}。</translation>
    </message>
    <message>
        <source>{0}, which describes the training run, is damaged or of another version of Masu. Start the run again, in another folder.</source>
        <translation>学習の設定を記録した {0} は、壊れているか、別のバージョンの Masu のものです。別のフォルダーで学習をやり直してください。</translation>
    </message>
    <message>
        <source>The splits of {0} are not in {1}, but in {2}. Rename {2} to {1}.</source>
        <translation>{0} の分割は {1} ではなく {2} にあります。{2} の名前を {1} に変更してください。</translation>
    </message>
    <message>
        <source>Comparing what is stored already</source>
        <translation>保存済みの部分を照合しています</translation>
    </message>
    <message>
        <source>A command was killed while it replaced {0}. The dataset and its splits are put back as they were before that command.</source>
        <translation>{0} を置き換えている最中にコマンドが強制終了されました。データセットと分割を、そのコマンドの前の状態に戻しました。</translation>
    </message>
    <message>
        <source>The command that wrote {0} was killed at its very end. The dataset is complete; {1}, which it had no time to remove, is removed now.</source>
        <translation>{0} を書き出したコマンドは、最後の段階で強制終了されました。データセットは完成しています。残っていた {1} は削除しました。</translation>
    </message>
    <message>
        <source>A command that was killed left {1} beside {0}. Nothing can be resumed from it, and it is removed now; {0} is as it was before that command.</source>
        <translation>強制終了されたコマンドが、{0} の隣に {1} を残していました。そこから再開できるものはないため、削除しました。{0} はそのコマンドの前の状態です。</translation>
    </message>
    <message>
        <source>The samples are appended, but the rejected records could not be kept in {0}: {1}</source>
        <translation>サンプルは追加されましたが、不採用のレコードを {0} に保存できませんでした：{1}</translation>
    </message>
    <message>
        <source>The samples are appended, but they are unused in every manifest, those by hash too: {0} Split again.</source>
        <translation>サンプルは追加されましたが、ハッシュによるものも含め、どのマニフェストでも未使用です：{0} 分割し直してください。</translation>
    </message>
    <message>
        <source>The samples are appended, but in the manifest {0}, which goes by hash, they are unused: {1} Split again under another name.</source>
        <translation>サンプルは追加されましたが、ハッシュによるマニフェスト {0} では未使用です：{1} 別の名前で分割し直してください。</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>破損</translation>
    </message>
    <message>
        <source>not a recording</source>
        <translation>録音ではないファイル</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>見つからないファイル</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>読めないファイル</translation>
    </message>
    <message>
        <source>no label</source>
        <translation>ラベルなし</translation>
    </message>
    <message>
        <source>no group</source>
        <translation>グループなし</translation>
    </message>
    <message>
        <source>Reading a chunk of {1} in {0} takes {2} MiB of memory, and each thread may take {3}. Allow more by --memory or fewer --threads, or store it in smaller chunks, for instance with h5repack.</source>
        <translation>{0} の {1} のチャンクを 1 つ読むには {2} MiB のメモリが必要ですが、各スレッドが使えるのは {3} MiB です。--memory を増やすか --threads を減らすか、h5repack などで小さなチャンクに保存し直してください。</translation>
    </message>
    <message>
        <source>{0} is {1}, and the sources before it are {2}. All sources of an import have one encoding: convert some of them, for instance with iconv.</source>
        <translation>{0} は {1} ですが、前の入力元は {2} です。1 回のインポートの入力元は同じ文字コードでなければなりません。iconv などで変換してください。</translation>
    </message>
    <message>
        <source>{0} looks like {1}. It is read as {2}, as asked by --encoding.</source>
        <translation>{0} は {1} のようですが、--encoding の指定どおり {2} として読みます。</translation>
    </message>
    <message>
        <source>{0} If the first record of {1}, which holds {2}, is a header, use --header.</source>
        <translation>{0} {2} を含む {1} の最初のレコードが見出しであれば、--header で指定してください。</translation>
    </message>
    <message>
        <source>other channels</source>
        <translation>チャンネルが異なる</translation>
    </message>
    <message>
        <source>other shape</source>
        <translation>形が異なる</translation>
    </message>
    <message>
        <source>other rate</source>
        <translation>レートが異なる</translation>
    </message>
    <message>
        <source>no shape</source>
        <translation>形なし</translation>
    </message>
    <message>
        <source>The split {0} is one of a set of folds. Choose another --name, or replace it by --overwrite.</source>
        <translation>分割 {0} は交差検証のフォールドです。--name で別の名前を指定するか、--overwrite で置き換えてください。</translation>
    </message>
    <message>
        <source>The split {0} was read from lists. Choose another --name, or replace it by --overwrite.</source>
        <translation>分割 {0} はリストから読み込まれたものです。--name で別の名前を選ぶか、--overwrite で置き換えてください。</translation>
    </message>
    <message>
        <source>The split {0} was edited after it was drawn. Choose another --name, or replace it by --overwrite.</source>
        <translation>分割 {0} は作成後に編集されています。--name で別の名前を選ぶか、--overwrite で置き換えてください。</translation>
    </message>
    <message>
        <source>The manifest {0} is frozen, and is not deleted.</source>
        <translation>マニフェスト {0} は固定されているため、削除できません。</translation>
    </message>
    <message>
        <source>A sample that {2} does not hold made {0} wider: {1} instead of {2}.</source>
        <translation>{2} では保持できないサンプルがあり、{0} の型を {2} から {1} に広げました。</translation>
    </message>
    <message>
        <source>A stream needs at least one sample a batch and one epoch.</source>
        <translation>ストリームには、バッチあたり 1 サンプル以上、1 エポック以上が必要です。</translation>
    </message>
    <message>
        <source>The column {0}, at column {1} of the filter, holds times: compare it with one in quotes, such as &quot;{2}&quot;, not with {3}.</source>
        <translation>絞り込みの {1} 文字目の列 {0} は時刻です。「{3}」ではなく、&quot;{2}&quot; のように引用符で囲んだ時刻と比べてください。</translation>
    </message>
    <message>
        <source>The filter compares {0}, at column {1}, with {2}, which may be {3} or {4}: write a date with its year first, in four digits.</source>
        <translation>絞り込みの {1} 文字目で列 {0} と比べている「{2}」は、{3} とも {4} とも読めます。4 桁の年を先頭にして日付を書いてください。</translation>
    </message>
    <message>
        <source>{2} batches of {0} samples are held at once, each of about {1} MB, which is more than the {3} MB of memory that this stream has. Ask for smaller batches, or allow more by --memory.</source>
        <translation>{0} サンプルのバッチ（1 個あたり約 {1} MB）を同時に {2} 個保持しますが、このストリームが使えるメモリ {3} MB には収まりません。バッチを小さくするか、--memory でメモリを増やしてください。</translation>
    </message>
    <message>
        <source>Samples of the manifest {0} were moved after it was drawn, and drawing it again would undo that. Store the new split under another name by --save-as.</source>
        <translation>分割 {0} は作成後に手作業でサンプルが移動されており、作り直すとその変更が失われます。新しい分割は --save-as で別の名前に保存してください。</translation>
    </message>
    <message>
        <source>{1} has a column {0}, and {0} is also Masu&apos;s name for something that every sample has. Put the name of the column in backticks: `{0}`.</source>
        <translation>{1} には列 {0} がありますが、{0} はすべてのサンプルが持つ項目の名前としても使われています。列を指すときはバッククォートで囲んでください：`{0}`</translation>
    </message>
    <message>
        <source>Samples without a value of {0} stay together as one group: {1}. Leave them out by --exclude &apos;{0} = missing&apos; if they do not belong together.</source>
        <translation>{0} の値がないサンプルは 1 つのグループとして扱われます：{1} 個。まとめるべきでなければ --exclude &apos;{0} = missing&apos; で除いてください。</translation>
    </message>
    <message>
        <source>The list {0} has {1} columns: name the one of the recordings and the one of their labels, by numbers from 1 or by names, such as csv:{0}#1,{1}.</source>
        <translation>リスト {0} には {1} 列あります。録音の列とラベルの列を、1 からの番号または名前で指定してください（例：csv:{0}#1,{1}）。</translation>
    </message>
    <message>
        <source>Channel {0} is in {1} in {2}, and {3} gives no unit. The values are stored as they are, and the channel without a unit.</source>
        <translation>チャンネル {0} の単位は {2} では {1} ですが、{3} には単位がありません。値はそのまま、チャンネルは単位なしで保存されます。</translation>
    </message>
    <message>
        <source>{0} would hold both {1} and {2} under the name {3}, so that one of them would be lost. Choose another format, or import the data again without one of the two columns or with another name for it.</source>
        <translation>{0} では {1} と {2} がどちらも {3} という名前になり、片方が失われます。別の形式を選ぶか、どちらかの列を除くか名前を変えて、データをもう一度インポートしてください。</translation>
    </message>
    <message>
        <source>Channel {0} is in {1} in {2}, and in {3} in {4}: their values do not go together. Append recordings of the same unit, or bring them to it before.</source>
        <translation>チャンネル {0} の単位が、{2} では {1}、{4} では {3} で、値をそのまま合わせられません。単位が同じ録音を追加するか、先に単位をそろえてください。</translation>
    </message>
    <message>
        <source>The predictions would have two columns named {0}. Leave --keep {0} out, or give that column another name in the source.</source>
        <translation>予測の CSV に {0} という名前の列が 2 つできてしまいます。--keep {0} を外すか、入力元の列名を変えてください。</translation>
    </message>
    <message>
        <source>{0}, or a part of that path, is a file where a folder is needed. Choose another path.</source>
        <translation>{0} またはそのパスの途中がフォルダーではなくファイルです。別のパスを指定してください。</translation>
    </message>
    <message>
        <source>The times in {0} do not increase, so it has no rate, and its frames are taken as they follow each other. Sort them by time if that is not their order. Recordings like it: {1} of {2}.</source>
        <translation>{0} の時刻は増加しないため、サンプリングレートは不明とし、フレームは並び順のまま読み込みます。正しい順序でない場合は、時刻で並べ替えてください。同様の録音：{2} 件中 {1} 件。</translation>
    </message>
    <message>
        <source>The times in {0} go back (places: {3}): it is cut there, and a window holds frames of one segment only. Recordings like it: {1} of {2}.</source>
        <translation>{0} の時刻が前に戻っています（{3} か所）。録音はそこで区切られ、窓は区間をまたぎません。同様の録音：{2} 件中 {1} 件。</translation>
    </message>
    <message>
        <source>The times in {0} leave gaps (places: {4}): it is cut there, and a window holds frames of one segment only. Recordings like it: {1} of {2}.</source>
        <translation>{0} の時刻が途切れています（{4} か所）。録音はそこで区切られ、窓は区間をまたぎません。同様の録音：{2} 件中 {1} 件。</translation>
    </message>
    <message>
        <source>other unit</source>
        <translation>単位が異なる</translation>
    </message>
    <message>
        <source>Channel {1} of {0} is in {2} where most have {3}, so that their values do not go together. Import it separately, or bring it to {3} before.</source>
        <translation>{0} のチャンネル {1} の単位は {2} ですが、ほとんどの録音では {3} なので、値を一緒に扱えません。別にインポートするか、先に {3} に変換してください。</translation>
    </message>
    <message>
        <source>{1} in {0} has a scale_factor or add_offset of which no values can be made. Correct the attribute, or remove it to import the stored numbers.</source>
        <translation>{0} の {1} の scale_factor または add_offset からは値を計算できません。属性を修正するか、削除して保存された数値のままインポートしてください。</translation>
    </message>
    <message>
        <source>The split {1} that the run in {0} learned from was changed or removed since, so that its samples are not known any more. Freeze a split to keep it: masu manifest freeze.</source>
        <translation>{0} の学習に使った分割 {1} は、その後に変更または削除されたため、どのサンプルを使ったか分かりません。分割を保つには、masu manifest freeze で固定してください。</translation>
    </message>
    <message>
        <source>{0} has no sample {1}. Give a number below {2}, a source as `masu info` lists it, or SOURCE:POSITION.</source>
        <translation>{0} にサンプル {1} はありません。{2} より小さい番号、`masu info` に表示される入力元のファイル、または SOURCE:POSITION を指定してください。</translation>
    </message>
    <message>
        <source>{0} has more than {1} samples: name one of them as {0}:POSITION.</source>
        <translation>{0} のサンプルは {1} 個を超えます。{0}:POSITION の形で 1 つを指定してください。</translation>
    </message>
    <message>
        <source>{1} is the number of a sample of {0} and the name of a source: give {2} for the sample, or {3} for all samples of the source.</source>
        <translation>{1} は {0} のサンプルの番号であり、入力元のファイルの名前でもあります。サンプルなら {2}、入力元のファイルのすべてのサンプルなら {3} を指定してください。</translation>
    </message>
    <message>
        <source>No record of {1} is a sample of {0}: its rejects say why.</source>
        <translation>{1} のレコードは {0} のサンプルになっていません。理由は不採用レコードのファイルにあります。</translation>
    </message>
    <message>
        <source>{0} has no sample at position {2} of {1}. Positions count from 0; those of windows are their first frames. `masu seen` with {1} alone lists them.</source>
        <translation>{0} には {1} の位置 {2} のサンプルがありません。位置は 0 から数え、窓の位置はその先頭フレームです。`masu seen` に {1} だけを指定すると一覧を表示します。</translation>
    </message>
    <message>
        <source>Several sources of {0} are named {1}: give the path of one, e.g. {2}.</source>
        <translation>{0} には {1} という名前の入力元のファイルが複数あります。{2} のようにパスで指定してください。</translation>
    </message>
    <message>
        <source>{0} is damaged: it does not say which dataset and split the run learned from.</source>
        <translation>{0} は壊れています。学習に使ったデータセットと分割の記録がありません。</translation>
    </message>
    <message>
        <source>{0} is not the folder of a training run: it has no spec.json. Name the folder that `masu train` wrote.</source>
        <translation>{0} は学習の実行フォルダーではありません（spec.json がありません）。`masu train` が書き出したフォルダーを指定してください。</translation>
    </message>
    <message>
        <source>The run in {0} learned in the order {1}, which this version of Masu cannot compute: use the version that trained it.</source>
        <translation>{0} の学習の順序は {1} で、このバージョンの Masu では計算できません。学習に使ったバージョンを使ってください。</translation>
    </message>
    <message>
        <source>The run in {0} is of an earlier version of Masu, whose order depended on the memory that it had: which steps learned from a sample is not known. Train again to find out.</source>
        <translation>{0} は古いバージョンの Masu による学習で、順序が使用メモリに左右されていたため、どのステップがサンプルを使ったかは分かりません。調べるには学習し直してください。</translation>
    </message>
    <message>
        <source>The run in {0} had {1} steps an epoch, and its order has {2} as computed now, so that it is not known which samples its steps had: use the version of Masu that trained it.</source>
        <translation>{0} は 1 エポックあたり {1} ステップでしたが、計算し直した順序では {2} ステップになり、どのステップがどのサンプルを使ったか分かりません。学習に使ったバージョンの Masu を使ってください。</translation>
    </message>
    <message>
        <source>{0} could not be opened within {1} seconds: its storage does not respond, or this machine is overloaded. Try again.</source>
        <translation>{0} を {1} 秒以内に開けませんでした。ストレージが応答しないか、このマシンの負荷が高すぎます。もう一度お試しください。</translation>
    </message>
    <message>
        <source>The numbers in {0} are read as its attributes say (scale_factor, add_offset, _FillValue, missing_value, _Unsigned): they may be scaled, and some may be missing. Recordings like it: {1} of {2}.</source>
        <translation>{0} の数値は、属性 (scale_factor、add_offset、_FillValue、missing_value、_Unsigned) に従って読み込まれます。値が換算されたり、一部が欠損値になったりすることがあります。同様の録音：{2} 件中 {1} 件。</translation>
    </message>
    <message>
        <source>{0} {1} cannot be used: {2} was imported without such a rule. Leave {0} out.</source>
        <translation>{0} {1} は使えません。{2} はこの種の規則なしでインポートされています。{0} を指定せずに実行してください。</translation>
    </message>
    <message>
        <source>{0} {1} cannot be used: {2} was imported with {0} {3}, and sources are appended by the same rule. Leave {0} out, or repeat that rule.</source>
        <translation>{0} {1} は使えません。{2} は {0} {3} でインポートされており、追加する入力元にも同じ規則が適用されます。{0} を指定しないか、同じ規則を指定してください。</translation>
    </message>
    <message>
        <source>Attributes of the new recordings scale their numbers (scale_factor, add_offset) or mark missing ones. The version of Masu that imported the earlier recordings did not read such attributes. Import all recordings again, so that their numbers go together.</source>
        <translation>新しい録音には、数値を換算する属性 (scale_factor、add_offset) や欠損値を示す属性があります。前の録音をインポートしたバージョンの Masu はこれらの属性を読み取っていなかったため、数値を一緒に扱えません。すべての録音をインポートし直してください。</translation>
    </message>
    <message>
        <source>Training cannot stop early, since {0} has no samples for validation in this split. Leave --patience out, or split the dataset with a share for validation.</source>
        <translation>この分割では {0} に検証用のサンプルがないため、早期終了は使えません。--patience を外すか、検証用の割合を指定して分割し直してください。</translation>
    </message>
    <message>
        <source>the groups of its samples</source>
        <translation>サンプルのグループ</translation>
    </message>
    <message>
        <source>its samples that repeat others</source>
        <translation>内容が重複するサンプル</translation>
    </message>
    <message>
        <source>The splits of {0} need at least {1} MB of memory for {2}, but only {3} MB are left for that. Allow more by --memory.</source>
        <translation>{0} の分割には{2}のために少なくとも {1} MB のメモリが必要ですが、使えるのは {3} MB だけです。--memory で増やしてください。</translation>
    </message>
    <message>
        <source>its samples</source>
        <translation>サンプル</translation>
    </message>
    <message>
        <source>an exception of an unknown type</source>
        <translation>種類の分からない例外</translation>
    </message>
    <message>
        <source>Internal error: {0}. Please report it.</source>
        <translation>内部エラー：{0}。不具合としてご報告ください。</translation>
    </message>
    <message>
        <source>Internal error: the dataset format has no object {0}. Please report it.</source>
        <translation>内部エラー：データセットの形式にオブジェクト {0} がありません。不具合としてご報告ください。</translation>
    </message>
    <message>
        <source>Internal error: not every sample of {0} was written. Please report it.</source>
        <translation>内部エラー：{0} のサンプルの一部が書き込まれていません。不具合としてご報告ください。</translation>
    </message>
    <message>
        <source>Internal error: {0} was given other samples than it stores. Please report it.</source>
        <translation>内部エラー：{0} に、保存した内容と異なるサンプルが渡されました。不具合としてご報告ください。</translation>
    </message>
    <message>
        <source>Internal error: the new samples have another {0} than {1}. Please report it.</source>
        <translation>内部エラー：新しいサンプルの {0} が {1} と異なります。不具合としてご報告ください。</translation>
    </message>
    <message>
        <source>Line {1} of {0} has {3} fields; expected {4}.</source>
        <translation>{0} の {1} 行目のフィールドは {3} 個ですが、列は {4} 個です。</translation>
    </message>
    <message>
        <source>The record in line {1} of {0} is longer than {3} bytes, the limit of --longest-record; a quote in it may never close.</source>
        <translation>{0} の {1} 行目のレコードは、--longest-record の上限 {3} バイトより長くなっています。引用符が閉じていない可能性があります。</translation>
    </message>
    <message>
        <source>The model failed on a batch: {0}.</source>
        <translation>モデルがバッチの処理に失敗しました：{0}。</translation>
    </message>
    <message>
        <source>The model {0} outputs {1} for {4} samples of shape {2}; this dataset needs [{4}, {3}] of floating point.</source>
        <translation>モデル {0} は形 {2} のサンプル {4} 件に対して {1} を出力します。このデータセットには浮動小数点の [{4}, {3}] が必要です。</translation>
    </message>
    <message>
        <source>{0} has no labels, by which the quality of a shuffle is measured.</source>
        <translation>{0} にはラベルがなく、シャッフルの質を測れません。</translation>
    </message>
    <message>
        <source>Splitting again cannot fix what the check {0} found; its report says what to do.</source>
        <translation>チェック {0} で見つかった問題は、分割し直しても解消しません。対処法はチェックの結果に書かれています。</translation>
    </message>
    <message>
        <source>{0} is damaged: its reader crashed. Download it again.</source>
        <translation>{0} は壊れています：読み込み中にプログラムが異常終了しました。もう一度ダウンロードしてください。</translation>
    </message>
    <message>
        <source>Filtering {0} samples takes a byte of memory for each, and only {1} may be used.</source>
        <translation>{0} 個のサンプルを絞り込むには 1 個につき 1 バイトのメモリが必要ですが、使えるのは {1} だけです。</translation>
    </message>
    <message>
        <source>{0} is damaged, so the run in {1} cannot be recovered: choose another folder, or remove that run.</source>
        <translation>{0} が壊れているため、{1} の実行を復旧できません。別のフォルダーを指定するか、その実行を削除してください。</translation>
    </message>
    <message>
        <source>the steps of the samples</source>
        <translation>サンプルを使ったステップの一覧</translation>
    </message>
    <message>
        <source>The training was cancelled before its first checkpoint, so the earlier run in {0} was not replaced.</source>
        <translation>最初のチェックポイントより前に学習を中止したため、{0} にある以前の実行は置き換えていません。</translation>
    </message>
    <message>
        <source>{0} has no categories, so that one-hot has nothing to encode. Leave it out.</source>
        <translation>{0} にはカテゴリがないため、one-hot で変換するものがありません。指定を外してください。</translation>
    </message>
    <message>
        <source>The column {0} gives the class {1} away by its gaps: it is missing in {2} of {3} samples of that class, and in {4} of {5} others.</source>
        <translation>列 {0} は欠損の有無だけでクラス {1} が分かります。欠損しているのは、このクラスでは {3} サンプル中 {2}、ほかのクラスでは {5} サンプル中 {4} です。</translation>
    </message>
    <message>
        <source>The column {0} gives the class {1} away by its gaps: it has a value in {2} of {3} samples of that class, and in {4} of {5} others.</source>
        <translation>列 {0} は欠損の有無だけでクラス {1} が分かります。値があるのは、このクラスでは {3} サンプル中 {2}、ほかのクラスでは {5} サンプル中 {4} です。</translation>
    </message>
    <message>
        <source>If new samples would not have the same gaps, import again without it; it can be kept for browsing alone.</source>
        <translation>新しいサンプルで同じように欠損するとは限らないなら、この列を外してインポートし直してください。閲覧用としてだけ残すこともできます。</translation>
    </message>
    <message>
        <source>No single column gives the class away; {0} comes nearest and avoids {1} % of the errors of guessing. Of {2} columns, which have too many values or classes, only the gaps were compared.</source>
        <translation>1 列だけでクラスが分かってしまう列はありません。最も近いのは {0} で、推測の誤りを {1} % 減らします。値またはクラスの種類が多すぎる {2} 列については、欠損の有無だけを比較しました。</translation>
    </message>
    <message>
        <source>SHA-256 checksums cannot be computed here: libcrypto does not provide them.</source>
        <translation>この環境の libcrypto では SHA-256 のチェックサムを計算できません。</translation>
    </message>
    <message>
        <source>{0} was written by a later version of Masu: use that one.</source>
        <translation>{0} は新しいバージョンの Masu が書いたものです。そのバージョンを使ってください。</translation>
    </message>
    <message>
        <source>There is no receipt in {0}: the run is of an earlier version of Masu, or somebody removed receipt.json. Train again to have one.</source>
        <translation>{0} にレシートがありません。以前のバージョンの Masu による実行か、receipt.json が削除されています。レシートが必要なら学習し直してください。</translation>
    </message>
    <message>
        <source>The training worker did not report how far it is.</source>
        <translation>学習ワーカーから進捗の報告がありません。</translation>
    </message>
    <message>
        <source>The training worker did not report what it compared.</source>
        <translation>学習ワーカーから比較結果の報告がありません。</translation>
    </message>
    <message>
        <source>{0} has no checksums of {1}, so that its content has no hash. `masu convert` makes a dataset that has them.</source>
        <translation>{0} には {1} のチェックサムがないため、内容のハッシュを計算できません。`masu convert` でチェックサムのあるデータセットを作れます。</translation>
    </message>
    <message>
        <source>{0} is an export, which has no steps: leave --step out.</source>
        <translation>{0} は書き出したデータなので、ステップはありません。--step を外してください。</translation>
    </message>
    <message>
        <source>The files that {0} lists are not those of the receipt.</source>
        <translation>{0} に載っているファイルは、レシートにあるものと異なります。</translation>
    </message>
    <message>
        <source>{0} was changed since the export.</source>
        <translation>{0} は書き出しのあとに変更されています。</translation>
    </message>
    <message>
        <source>Comparing files</source>
        <translation>ファイルを比較しています</translation>
    </message>
    <message>
        <source>The split {0} that was exported from {1} was changed or removed since.</source>
        <translation>{1} から書き出した分割 {0} は、その後変更または削除されました。</translation>
    </message>
    <message>
        <source>{0} is not the dataset that {1} was exported from.</source>
        <translation>{0} は、{1} の書き出し元のデータセットではありません。</translation>
    </message>
    <message>
        <source>{0} has the UUID of the dataset that was exported, but holds something else.</source>
        <translation>{0} の UUID は書き出したデータセットと同じですが、内容が異なります。</translation>
    </message>
    <message>
        <source>The run in {0} computed with {1} threads, and its bits depend on their number: leave --threads out.</source>
        <translation>{0} の実行は {1} スレッドで計算しました。結果のビットはスレッド数に依存するため、--threads を外してください。</translation>
    </message>
    <message>
        <source>The run in {0} has not taken a step that could be compared.</source>
        <translation>{0} の実行には、比較できるステップがまだありません。</translation>
    </message>
    <message>
        <source>The log of the run in {0} has the steps {1} to {2}: choose of these, not {3}.</source>
        <translation>{0} の実行のログにあるのはステップ {1} から {2} です。{3} ではなく、この範囲から選んでください。</translation>
    </message>
    <message>
        <source>The receipt has no hash of what the dataset holds, as some of its objects have no checksums.</source>
        <translation>データセットにチェックサムのないオブジェクトがあるため、レシートに内容のハッシュがありません。</translation>
    </message>
    <message>
        <source>{0} has the UUID of the dataset that the run learned from, but holds something else.</source>
        <translation>{0} の UUID は学習に使ったデータセットと同じですが、内容が異なります。</translation>
    </message>
    <message>
        <source>The settings in {0} are not those that the run had.</source>
        <translation>{0} の設定は、学習したときのものと異なります。</translation>
    </message>
    <message>
        <source>The steps of epoch {1} in {0} are not those of the receipt.</source>
        <translation>{0} にあるエポック {1} のステップは、レシートと異なります。</translation>
    </message>
    <message>
        <source>{0} ends with step {1}, and the run took {2}.</source>
        <translation>{0} はステップ {1} で終わっていますが、実行したのは {2} ステップです。</translation>
    </message>
    <message>
        <source>Training steps again</source>
        <translation>ステップを学習し直しています</translation>
    </message>
    <message>
        <source>The training worker ended before every step was compared (code {0}, signal {1}).</source>
        <translation>すべてのステップを比較する前に学習ワーカーが終了しました（コード {0}、シグナル {1}）。</translation>
    </message>
    <message>
        <source>The weights could not be hashed: {0}.</source>
        <translation>重みのハッシュを計算できませんでした：{0}。</translation>
    </message>
    <message>
        <source>The steps could not be trained again: {0}.</source>
        <translation>ステップを学習し直せませんでした：{0}。</translation>
    </message>
    <message>
        <source>The log of the run in {0} does not have step {1}.</source>
        <translation>{0} の実行のログにステップ {1} がありません。</translation>
    </message>
    <message>
        <source>The run was trained by Masu {0}, and this is {1}: bits may differ.</source>
        <translation>学習に使った Masu は {0}、こちらは {1} です。結果のビットが異なることがあります。</translation>
    </message>
    <message>
        <source>The run was trained with LibTorch {0}, and this is {1}: bits may differ.</source>
        <translation>学習に使った LibTorch は {0}、こちらは {1} です。結果のビットが異なることがあります。</translation>
    </message>
    <message>
        <source>The run was trained with kernels for {0}, and these are for {1}: bits may differ.</source>
        <translation>学習に使った命令セットは {0}、こちらは {1} です。結果のビットが異なることがあります。</translation>
    </message>
    <message>
        <source>The run was trained on the processor {0}, and this is {1}: bits may differ.</source>
        <translation>学習に使ったプロセッサーは {0}、こちらは {1} です。結果のビットが異なることがあります。</translation>
    </message>
    <message>
        <source>The run was trained on {0}, and models are on {1} here: bits may differ.</source>
        <translation>学習には {0} を使いましたが、こちらでは {1} で計算します。結果のビットが異なることがあります。</translation>
    </message>
    <message>
        <source>The run in {0} had {1} steps an epoch, and its order has {2} as computed now, so that its steps cannot be trained again: use the version of Masu that trained it.</source>
        <translation>{0} の実行は 1 エポック {1} ステップでしたが、現在の計算では {2} ステップになるため、学習し直せません。学習に使ったバージョンの Masu を使ってください。</translation>
    </message>
    <message>
        <source>The weights of {0} before the first step are not those of the receipt.</source>
        <translation>最初のステップより前の {0} の重みが、レシートと異なります。</translation>
    </message>
    <message>
        <source>The weights of {0} after epoch {1} are not those of the receipt.</source>
        <translation>エポック {1} のあとの {0} の重みが、レシートと異なります。</translation>
    </message>
    <message>
        <source>The loss of {0} at step {1} is {2}, and {3} in the log of the run.</source>
        <translation>ステップ {1} での {0} の損失は {2} ですが、実行のログでは {3} です。</translation>
    </message>
    <message>
        <source>The batch of step {0} has other samples, or has them in another order.</source>
        <translation>ステップ {0} のバッチは、サンプルまたはその順序が異なります。</translation>
    </message>
    <message>
        <source>{0} is damaged, or not the receipt of a training run. Copy it again.</source>
        <translation>{0} は壊れているか、学習のレシートではありません。コピーし直してください。</translation>
    </message>
    <message>
        <source>{0} is damaged, or not the log of a run&apos;s steps. Copy it again.</source>
        <translation>{0} は壊れているか、実行のステップのログではありません。コピーし直してください。</translation>
    </message>
    <message>
        <source>{0} is damaged, or not the receipt of an export. Copy it again.</source>
        <translation>{0} は壊れているか、書き出しのレシートではありません。コピーし直してください。</translation>
    </message>
    <message>
        <source>{0} is damaged: it is not the state after epoch {1}. Remove it to begin before it.</source>
        <translation>{0} は壊れています。エポック {1} のあとの状態ではありません。削除すると、それより前から始めます。</translation>
    </message>
    <message>
        <source>There is no folder {0} for temporary files. Name one that exists by --scratch.</source>
        <translation>一時ファイル用のフォルダー {0} がありません。存在するフォルダーを --scratch で指定してください。</translation>
    </message>
    <message>
        <source>The run in {0} was killed after it had saved a model, but before the state to resume from. The model can be used, but the run cannot be resumed: start it again in another folder, or here with --overwrite.</source>
        <translation>{0} の学習は、モデルを保存した後、再開用の状態を保存する前に強制終了されました。モデルは使えますが、学習は再開できません。別のフォルダーで始めるか、--overwrite で最初からやり直してください。</translation>
    </message>
    <message>
        <source>The splits file {0} is damaged, so that the splits of {1} cannot be read; its samples are intact. Bring back a copy of the file, or write a dataset with masu convert --without-splits, and split that.</source>
        <translation>分割ファイル {0} が壊れているため、{1} の分割を読めません。サンプルは無事です。ファイルのコピーを戻すか、masu convert --without-splits で分割のないデータセットを書き出し、それを分割してください。</translation>
    </message>
    <message>
        <source>The splits file {0} is missing, and with it every split of {1}, whose samples are intact. Bring the file back, or write a dataset with masu convert --without-splits, and split that.</source>
        <translation>分割ファイル {0} がないため、{1} の分割はすべて失われています。サンプルは無事です。ファイルを元の場所に戻すか、masu convert --without-splits で分割のないデータセットを書き出し、それを分割してください。</translation>
    </message>
    <message>
        <source>The splits file {0} belongs to another dataset than {1}, whose samples are intact. Bring back the file that was written with it, or write a dataset with masu convert --without-splits, and split that.</source>
        <translation>分割ファイル {0} は {1} とは別のデータセットのものです。{1} のサンプルは無事です。一緒に書かれたファイルを戻すか、masu convert --without-splits で分割のないデータセットを書き出し、それを分割してください。</translation>
    </message>
    <message>
        <source>{0} is not the dataset that the run in {1} learned from. Give the path of that one with --dataset.</source>
        <translation>{0} は {1} の学習に使ったデータセットではありません。学習に使ったデータセットの場所を --dataset で指定してください。</translation>
    </message>
    <message>
        <source>{0}, where the dataset of the run in {1} was, does not exist. Give its current path with --dataset.</source>
        <translation>{1} の学習に使ったデータセットがあった {0} が見つかりません。現在の場所を --dataset で指定してください。</translation>
    </message>
    <message>
        <source>{0} has grown by `masu append` since the run in {1} learned from it. Give the path of a copy from before with --dataset.</source>
        <translation>{0} は、{1} の学習のあとに `masu append` でサンプルが追加されました。追加前のコピーの場所を --dataset で指定してください。</translation>
    </message>
    <message>
        <source>The replay request is damaged. Check the receipt again.</source>
        <translation>再学習の依頼が壊れています。記録の確認をやり直してください。</translation>
    </message>
    <message>
        <source>{0} no longer exists.</source>
        <translation>{0} がなくなっています。</translation>
    </message>
    <message>
        <source>There is no receipt in {0}: the export is of an earlier version of Masu, or somebody removed receipt.json.</source>
        <translation>{0} にレシートがありません。以前のバージョンの Masu で書き出したものか、receipt.json が削除されています。</translation>
    </message>
    <message>
        <source>{0} no longer exists: steps after it are trained again from an earlier state.</source>
        <translation>{0} がなくなっているため、それより後のステップはもっと前の状態から学習し直します。</translation>
    </message>
    <message>
        <source>{0} ends with step {1}, and all epochs of the run have {2}.</source>
        <translation>{0} はステップ {1} で終わっていますが、この学習は全エポックを合わせても {2} ステップです。</translation>
    </message>
    <message>
        <source>{0} is damaged: its models are not those of spec.json. Copy the run again.</source>
        <translation>{0} は壊れています。モデルが spec.json のものと一致しません。学習結果のフォルダーをコピーし直してください。</translation>
    </message>
    <message>
        <source>The run in {0} ends with step {1}, so that its log is damaged: it has step {2}.</source>
        <translation>{0} の学習はステップ {1} で終わっているのに、ログにはステップ {2} があります。ログが壊れています。</translation>
    </message>
    <message>
        <source>{0} is damaged. Copy it again, or remove it to resume the run with a new receipt, which will not have the epochs before.</source>
        <translation>{0} は壊れています。コピーし直すか、削除してから学習を再開してください。削除した場合は新しい記録が作られ、それまでのエポックは記録に残りません。</translation>
    </message>
    <message>
        <source>The file that becomes {0} was changed by another program while it was written, so it was not kept. Write it again.</source>
        <translation>{0} の書き出し中に、元になるファイルがほかのプログラムに変更されたため、破棄しました。もう一度書き出してください。</translation>
    </message>
    <message>
        <source>The learning rate (--lr) must be a number above 0, not {0}: leave it out for the default of each model.</source>
        <translation>学習率（--lr）には 0 より大きい数を指定してください（{0} は使えません）。省くと各モデルの既定値になります。</translation>
    </message>
    <message>
        <source>{0} must be a number from 0 up, not {1}.</source>
        <translation>{0} には 0 以上の数を指定してください（{1} は使えません）。</translation>
    </message>
    <message>
        <source>There is no run or model {0}. Name the folder that `masu train` wrote, or a checkpoint in it.</source>
        <translation>{0} という実行フォルダーやモデルはありません。`masu train` が書き出したフォルダーか、その中のチェックポイントを指定してください。</translation>
    </message>
    <message>
        <source>Column {2} holds {3} in line {1} of {0}, which is not a weight: a weight is a finite number, 0 or more.</source>
        <translation>{0} の {1} 行目、列 {2} の「{3}」は重みとして使えません。重みは 0 以上の有限の数値です。</translation>
    </message>
    <message>
        <source>not a weight</source>
        <translation>重みではない値</translation>
    </message>
    <message>
        <source>Recordings in the list {0} that are not among the sources: {1}, first {2}.</source>
        <translation>リスト {0} にあり、入力元にない録音：{1} 件（最初は {2}）。</translation>
    </message>
    <message>
        <source>Annotations without a duration: {0} of {1}. Each labels what follows it, up to the next annotation or the end of the recording.</source>
        <translation>長さのない注釈：{1} 件中 {0} 件。それぞれ、次の注釈か録音の終わりまでのラベルになります。</translation>
    </message>
    <message>
        <source>No frame is under these annotations, so that their classes have no window: {0}.</source>
        <translation>次の注釈に当たるフレームがないため、そのクラスには窓がありません：{0}。</translation>
    </message>
    <message>
        <source>{0} has the channels {1}, not {2}, which are those of {3}: most recordings have them, or it is the first of as many. Choose channels that all recordings have.</source>
        <translation>{0} のチャンネルは {1} で、{3} のチャンネル {2} と異なります。最も多くの録音にあるチャンネル（同数なら先の録音のもの）を採用しています。すべての録音にあるチャンネルを選んでください。</translation>
    </message>
    <message>
        <source>{0} is a table and is read as a recording, whose rows are frames, since an option of recordings was given, such as a window. If its rows are samples, leave that option out, or use --as table.</source>
        <translation>{0} は表ですが、窓など録音のオプションが指定されたため、行をフレームとする録音として読みます。行がサンプルの場合は、そのオプションを外すか、--as table を指定してください。</translation>
    </message>
    <message>
        <source>The first line of {0} is read as values, so that its columns are called c1, c2 …. If it names them, use --header.</source>
        <translation>{0} の最初の行を値として読むため、列の名前は c1、c2 … になります。見出し行の場合は --header を指定してください。</translation>
    </message>
    <message>
        <source>Windows that are padded with silence to {0} frames: {1} of {2}. Frames of padding: {3} of {4}.</source>
        <translation>{0} フレームになるまで無音で埋める窓：{2} 個中 {1} 個。埋めるフレーム：{4} フレーム中 {3} フレーム。</translation>
    </message>
    <message>
        <source>Windows that are padded with silence to {0} frames: {1} of {2}. Frames of padding: {3} of {4}; the statistics of channels include them.</source>
        <translation>{0} フレームになるまで無音で埋める窓：{2} 個中 {1} 個。埋めるフレーム：{4} フレーム中 {3} フレーム。チャンネルの統計には、これらも含まれます。</translation>
    </message>
    <message>
        <source>Frames that are left out, as they come after the last window of a segment: {0} of {1}.</source>
        <translation>区間の最後の窓より後にあるため省くフレーム：{1} フレーム中 {0} フレーム。</translation>
    </message>
    <message>
        <source>Frames that are left out, as the hop of {0} frames is longer than the window: {1} of {2}.</source>
        <translation>{0} フレームのホップが窓より長いため飛ばすフレーム：{2} フレーム中 {1} フレーム。</translation>
    </message>
    <message>
        <source>Column {0} has {1}, which is not a weight: a weight is a finite number, 0 or more. Such records will be rejected.</source>
        <translation>列 {0} の {1} は重みとして使えません。重みは 0 以上の有限の数値です。該当するレコードは不採用になります。</translation>
    </message>
    <message>
        <source>Column {0} holds numbers and {1}, which is not among the markers of missing cells that were given, so that its cells are words. If {1} means missing, name it, too.</source>
        <translation>列 {0} には数値と {1} があります。{1} は指定された欠損値の表記に含まれないため、この列は単語として扱います。{1} が欠損を表す場合は、併せて指定してください。</translation>
    </message>
    <message>
        <source>Missing cells of {0} stay missing in the dataset, and in exports: the mean of the train split replaces them when batches are read, as for training.</source>
        <translation>{0} の欠損値は、データセットにも書き出したファイルにも欠損値のまま残ります。学習などでバッチを読むときに、学習データの平均で補います。</translation>
    </message>
    <message>
        <source>Lines before the table that are skipped: {0}.</source>
        <translation>表の前にある {0} 行を読み飛ばします。</translation>
    </message>
    <message>
        <source>Class {1} has no sample in {2} of {3}. Samples that were divided: {0}.</source>
        <translation>クラス {1} の {0} サンプルが {3} の {2} に 1 つもありません。</translation>
    </message>
    <message>
        <source>Of the cells of column {0} that were looked at beforehand, {1} cannot be read as {2}; their records will be rejected. Make them markers of missing values if that is what they mean.</source>
        <translation>取り込む前に調べた列 {0} のセルのうち、{1} 個は {2} として読めず、そのレコードは不採用になります。欠損を表すものなら、欠損を表す値に加えてください。</translation>
    </message>
    <message>
        <source>Fewer than two splits have samples, so that there is nothing to compare.</source>
        <translation>サンプルのある分割が 2 つ未満なので、比べるものがありません。</translation>
    </message>
    <message>
        <source>Train has no samples that the other splits could be compared with.</source>
        <translation>train にサンプルがないので、ほかの分割と比べられません。</translation>
    </message>
    <message>
        <source>Fewer than two samples are used, so that there is nothing to compare.</source>
        <translation>使われるサンプルが 2 つ未満なので、比べるものがありません。</translation>
    </message>
    <message>
        <source>All samples that are used are of one class, so that there is nothing to compare.</source>
        <translation>使われるサンプルがすべて同じクラスなので、比べるものがありません。</translation>
    </message>
    <message>
        <source>A shard with a single sample of {0} takes {1} bytes, but a shard may take only {2}. Allow larger shards (--shard-size).</source>
        <translation>{0} のサンプルは 1 つだけでもシャードが {1} バイトになり、上限の {2} バイトを超えます。シャードの上限（--shard-size）を大きくしてください。</translation>
    </message>
    <message>
        <source>The gaps between {0} and {1} leave {2} samples unused, {3} of each source.</source>
        <translation>{0} と {1} の間隔により、{2} サンプル（入力元ごとに {3}）を未使用にしました。</translation>
    </message>
    <message>
        <source>The gap between {0} and {1} leaves {2} samples unused, more than {3}, since samples of equal values stay together.</source>
        <translation>{0} と {1} の間隔により、{2} サンプルを未使用にしました。同じ値のサンプルは分けないので、指定の {3} より多くなっています。</translation>
    </message>
    <message>
        <source>The gap between {0} and {1} leaves {2} samples unused.</source>
        <translation>{0} と {1} の間隔により、{2} サンプルを未使用にしました。</translation>
    </message>
    <message>
        <source>{0} of {1} predictions are for samples of a class that the model does not know (such as &apos;{2}&apos;). None of them can be right, and the scores leave them out.</source>
        <translation>{1} 件の予測のうち {0} 件は、モデルが知らないクラス（「{2}」など）のサンプルに対するものです。これらが当たることはなく、スコアには含まれていません。</translation>
    </message>
    <message>
        <source>Frames that are left out, as they are under no label: {0} of {1}.</source>
        <translation>どのラベルにも入らないため省くフレーム：{1} フレーム中 {0} フレーム。</translation>
    </message>
    <message>
        <source>{0} has no column {1} for --time. It has {2}.</source>
        <translation>{0} には --time に指定した列 {1} がありません。あるのは {2} です。</translation>
    </message>
    <message>
        <source>The column {1} of {0} holds neither numbers nor times. Name another for --time, or none.</source>
        <translation>{0} の列 {1} は数値でも時刻でもありません。--time には別の列か none を指定してください。</translation>
    </message>
    <message>
        <source>The times of frames are taken from {1} in {0}, which is not stored as a channel; their rate is {2} Hz. If it is a channel, use --time none; if another column is the time, --time COLUMN. Recordings like it: {3} of {4}.</source>
        <translation>{0} では列 {1} をフレームの時刻とみなし、チャンネルとしては保存しません。レートは {2} Hz です。チャンネルの場合は --time none、別の列が時刻の場合は --time 列名 と指定してください。同様の録音：{4} 件中 {3} 件。</translation>
    </message>
    <message>
        <source>The times of frames are taken from {1} in {0}, which is not stored as a channel; they give no rate. If it is a channel, use --time none; if another column is the time, --time COLUMN. Recordings like it: {3} of {4}.</source>
        <translation>{0} では列 {1} をフレームの時刻とみなし、チャンネルとしては保存しません。レートは求められません。チャンネルの場合は --time none、別の列が時刻の場合は --time 列名 と指定してください。同様の録音：{4} 件中 {3} 件。</translation>
    </message>
    <message>
        <source>--time and {1} both name the column {0}, which has one role only. Leave one of them out.</source>
        <translation>--time と {1} がどちらも列 {0} を指定していますが、列の役割は 1 つだけです。どちらかの指定を外してください。</translation>
    </message>
    <message>
        <source>None of these recordings is a table, so --time has no effect: leave it out.</source>
        <translation>これらの録音に表はないため、--time は効果がありません。指定を外してください。</translation>
    </message>
    <message>
        <source>{0} is a document of an office program, not a text table. Save the table that is meant as CSV, and import that.</source>
        <translation>{0} はテキストの表ではなくオフィスソフトの文書です。使う表を CSV で保存し、それをインポートしてください。</translation>
    </message>
    <message>
        <source>{0} is an HTML page, not a text table. If it was downloaded, the server may have sent a message instead of the file: open it in a browser.</source>
        <translation>{0} はテキストの表ではなく HTML のページです。ダウンロードしたものなら、サーバーがファイルの代わりにメッセージを送った可能性があります。ブラウザーで開いて確認してください。</translation>
    </message>
    <message>
        <source>{0} is XML, not a text table. Convert it to CSV first.</source>
        <translation>{0} はテキストの表ではなく XML です。先に CSV に変換してください。</translation>
    </message>
    <message>
        <source>{0} only names a file that Git LFS keeps elsewhere. Fetch it by git lfs pull.</source>
        <translation>{0} は Git LFS のポインターで、ファイルの実体ではありません。git lfs pull で取得してください。</translation>
    </message>
    <message>
        <source>{0} is a {1} file, not a text table. Export its data as CSV from where it was made.</source>
        <translation>{0} はテキストの表ではなく {1} ファイルです。作成元のプログラムからデータを CSV で書き出してください。</translation>
    </message>
    <message>
        <source>{0} is packed by {1}, which is not unpacked here. Unpack it first.</source>
        <translation>{0} は {1} で圧縮されており、この形式は展開できません。先に展開してください。</translation>
    </message>
    <message>
        <source>{0} is an SQLite database, not a text table. Export what is meant as CSV, e.g. by sqlite3 -header -csv {0} &apos;SELECT * FROM …&apos;.</source>
        <translation>{0} はテキストの表ではなく SQLite のデータベースです。必要なデータを CSV で書き出してください（例：sqlite3 -header -csv {0} &apos;SELECT * FROM …&apos;）。</translation>
    </message>
    <message>
        <source>{0} is in the format {1}, not a text table. Convert it to CSV first, e.g. by DuckDB, pandas or R.</source>
        <translation>{0} はテキストの表ではなく {1} 形式です。先に DuckDB、pandas、R などで CSV に変換してください。</translation>
    </message>
    <message>
        <source>{0} is in the format {1}, not a text table. If it holds recordings, import it with --as recordings.</source>
        <translation>{0} はテキストの表ではなく {1} 形式です。録音のファイルなら、--as recordings を付けてインポートしてください。</translation>
    </message>
    <message>
        <source>{0} is a JSON document, not a text table. Convert it to CSV first, e.g. by pandas or jq; if it is a table all the same, name its delimiter by --delimiter.</source>
        <translation>{0} はテキストの表ではなく JSON の文書です。先に pandas や jq などで CSV に変換してください。実際には表である場合は、--delimiter で区切り文字を指定してください。</translation>
    </message>
    <message>
        <source>{0} looks like SVMlight (LIBSVM), which is not read. Convert it to CSV first, e.g. by scikit-learn; if it is a table all the same, name its delimiter by --delimiter.</source>
        <translation>{0} は SVMlight（LIBSVM）形式のようです。この形式は読み取れません。先に scikit-learn などで CSV に変換してください。実際には表である場合は、--delimiter で区切り文字を指定してください。</translation>
    </message>
    <message>
        <source>The archive {0} holds no CSV file. {1}</source>
        <translation>アーカイブ {0} には CSV ファイルがありません。{1}</translation>
    </message>
    <message>
        <source>None of {0} surveyed records has as many fields as there are columns. Check the delimiter (--delimiter), the quote (--quote) and the lines before the table (--skip).</source>
        <translation>調べた {0} 件のレコードに、列の数と項目数が一致するものがありません。区切り文字（--delimiter）、引用符（--quote）、表の前の行（--skip）を確認してください。</translation>
    </message>
    <message>
        <source>too few fields</source>
        <translation>項目が足りない</translation>
    </message>
    <message>
        <source>too many fields</source>
        <translation>項目が多すぎる</translation>
    </message>
    <message>
        <source>{0} in line {1} of {2}</source>
        <translation>{2} の {1} 行目の {0}</translation>
    </message>
    <message>
        <source>line {1} of {2} with {0} fields</source>
        <translation>{2} の {1} 行目（{0} 項目）</translation>
    </message>
    <message>
        <source>Column {1} counts as missing in {0} records ({2}): {3}.</source>
        <translation>{0} 件のレコードで、列 {1} を欠損値として扱いました（{2}）：{3}。</translation>
    </message>
    <message>
        <source>{0} records end before column {1}, which counts as missing there, as do the columns after it: {2}.</source>
        <translation>{0} 件のレコードは列 {1} の前で終わっているため、{1} 以降の列を欠損値として扱いました：{2}。</translation>
    </message>
    <message>
        <source>{0} records have more fields than there are columns; the fields beyond are left out: {1}.</source>
        <translation>{0} 件のレコードは列の数より項目が多く、余分な項目を除外しました：{1}。</translation>
    </message>
    <message>
        <source>Of the cells of column {0} that were looked at beforehand, {1} cannot be read as {2}; they will count as missing.</source>
        <translation>事前に調べた列 {0} のセルのうち {1} 個は{2}として読み取れないため、欠損値として扱われます。</translation>
    </message>
    <message>
        <source>{0} is not UTF-8; it is read as {1}, as detected, which line {2} is the first to show. Name another encoding by --encoding.</source>
        <translation>{0} は UTF-8 ではないため（{2} 行目で最初に判明）、判定した {1} として読み込みます。別の文字コードは --encoding で指定してください。</translation>
    </message>
    <message>
        <source>Sums of slices</source>
        <translation>スライスの和</translation>
    </message>
    <message>
        <source>The number of slices (--slices) must be 1, or one that gives each slice at least two samples of a batch, not {0}: choose at most {1}, or a larger --batch.</source>
        <translation>スライスの数（--slices）は、1 か、各スライスに 2 サンプル以上が入る数にしてください。{0} は使えません。{1} 以下にするか、--batch を大きくしてください。</translation>
    </message>
    <message>
        <source>The model {0} changes its buffer {1} while it learns, and slices of a batch can be combined in running means and variances only (names that end in _mean, _var or _variance, and num_batches_tracked): train it without --slices.</source>
        <translation>モデル {0} は学習中にバッファー {1} を変更します。スライスごとの結果をまとめられるのは、移動平均と移動分散（名前の末尾が _mean、_var、_variance のもの）と num_batches_tracked だけです。--slices を付けずに学習してください。</translation>
    </message>
    <message>
        <source>zip is one file, which grows shard after shard, so that it has no parts. Choose another format, or export without --part.</source>
        <translation>zip は、シャードを順に書き足していく 1 つのファイルなので、パートに分けて書き出せません。別の形式を選ぶか、--part なしで書き出してください。</translation>
    </message>
    <message>
        <source>The export that was begun in {0} has other options, another dataset or another version of Masu. Use the same ones, or remove {1} to begin again.</source>
        <translation>{0} で始められている書き出しは、オプション、データセット、または Masu のバージョンが異なります。同じものを使うか、{1} を削除して最初からやり直してください。</translation>
    </message>
    <message>
        <source>The export in {0} was begun in {1} parts, not in {2}. Use --part I/{1}, or remove {3} to begin again.</source>
        <translation>{0} の書き出しは、{2} 個ではなく {1} 個のパートに分けて始められています。--part I/{1} を使うか、{3} を削除して最初からやり直してください。</translation>
    </message>
    <message>
        <source>Another worker is writing part {0} of {1} of the export in {2}. Wait until it is done, or choose another part.</source>
        <translation>{2} の書き出しのパート {0}/{1} は、別のワーカーが書き出しています。終わるまで待つか、別のパートを指定してください。</translation>
    </message>
    <message>
        <source>The export in {0} was begun in parts. Complete it with --part, or export again without resuming.</source>
        <translation>{0} の書き出しは、パートに分けて始められています。--part で完成させるか、再開せずに書き出し直してください。</translation>
    </message>
    <message>
        <source>{0} is neither a training run nor an export: it has no spec.json and no index.json. Name the folder that `masu train` or `masu export` wrote.</source>
        <translation>{0} は学習の実行フォルダーでも書き出したフォルダーでもありません（spec.json も index.json もありません）。`masu train` か `masu export` が書き出したフォルダーを指定してください。</translation>
    </message>
    <message>
        <source>The weights in {0} were not compared, as the file no longer exists.</source>
        <translation>{0} はなくなっているため、重みを比較していません。</translation>
    </message>
    <message>
        <source>The weights in {0} were not compared, as the receipt has no hash of them.</source>
        <translation>{0} の重みのハッシュがレシートにないため、比較していません。</translation>
    </message>
    <message>
        <source>{0} is not the checkpoint that the run wrote. {1}</source>
        <translation>{0} は、この実行が書き出したチェックポイントではありません。{1}</translation>
    </message>
    <message>
        <source>The weights in {0} are not those that the receipt has of {1} after epoch {2}.</source>
        <translation>{0} の重みが、レシートにある {1} のエポック {2} 後のものと一致しません。</translation>
    </message>
    <message>
        <source>The weights in {0} are those of {1} after epoch {3}, not after epoch {2}.</source>
        <translation>{0} の重みは {1} のエポック {3} 後のもので、エポック {2} 後のものではありません。</translation>
    </message>
    <message>
        <source>The weights in {0} were not compared, as the run&apos;s log does not say which epoch was best.</source>
        <translation>最良のエポックが実行のログから分からないため、{0} の重みを比較していません。</translation>
    </message>
    <message>
        <source>{0} of {1} recordings have other rates than the {2} frames a second that the model learned from; they are resampled to it.</source>
        <translation>{1} 件の録音のうち {0} 件は、レートがモデルの学習した毎秒 {2} フレームと異なります。このレートに変換しました。</translation>
    </message>
    <message>
        <source>{0} of {1} recordings state no rate; they are taken to have the {2} frames a second that the model learned from.</source>
        <translation>{1} 件の録音のうち {0} 件にはレートの記載がありません。モデルの学習した毎秒 {2} フレームとみなしました。</translation>
    </message>
    <message>
        <source>Resampling makes fractions of samples, so those of all recordings become decimals. Their full scale stays {0}.</source>
        <translation>リサンプリングするとサンプルに端数が生じるため、すべての録音のサンプルを小数で保存します。フルスケールは {0} のままです。</translation>
    </message>
    <message>
        <source>The full scale of {0} is {1}, that of {2} is {3}. To be alike, the samples of all recordings are divided by theirs and stored as fractions of it.</source>
        <translation>{0} のフルスケールは {1}、{2} のフルスケールは {3} です。そろえるため、すべての録音のサンプルをそれぞれのフルスケールで割り、フルスケールに対する比として保存します。</translation>
    </message>
    <message>
        <source>other scale</source>
        <translation>スケールが異なる</translation>
    </message>
    <message>
        <source>The samples of {0} are {1}, those that the model learned from were {2}, as type (full scale). One of them is not known to be sound, so that they cannot be brought to one scale. Save {0} in the format of those recordings, or import all recordings together and train again.</source>
        <translation>{0} のサンプルは {1}、モデルが学習したサンプルは {2} です（型とフルスケール）。一方は音声かどうかわからないため、同じスケールにそろえられません。{0} を学習に使った録音と同じ形式で保存するか、すべての録音をまとめてインポートして学習し直してください。</translation>
    </message>
    <message>
        <source>The samples of {0}, whose full scale is {1}, are brought to the full scale of those that the model learned from, {2}. Recordings like it: {3} of {4}.</source>
        <translation>{0} のサンプル（フルスケール {1}）を、モデルが学習したサンプルのフルスケール {2} に変換しました。同様の録音：{4} 件中 {3} 件。</translation>
    </message>
    <message>
        <source>The classes of {0} are taken as they are: it is of an export, and the dataset that was exported has renamed them.</source>
        <translation>{0} は書き出したもので、クラス名は元のデータセットですでに変更されているため、そのまま使います。</translation>
    </message>
    <message>
        <source>The classes of {0} are renamed as those of the import were, such as {1} to {2}. If it has the renamed ones already, leave its labels out.</source>
        <translation>{0} のクラス名を、インポート時と同じように変更します（{1} を {2} にするなど）。すでに変更後の名前になっている場合は、ラベルを除いてください。</translation>
    </message>
    <message>
        <source>The samples of {0} are {1}, those that the model learned from were {2}, as type (full scale). Predict for the recordings that {0} was imported from: they are brought to that scale.</source>
        <translation>{0} のサンプルは {1}、モデルが学習したサンプルは {2} です（型とフルスケール）。{0} のインポート元の録音を指定して予測してください。学習時のスケールに変換されます。</translation>
    </message>
    <message>
        <source>{0} has grown by `masu append` since the run in {1} learned from it. Say with --manifest which of its splits is meant.</source>
        <translation>{0} は、{1} の学習のあとに `masu append` でサンプルが追加されました。どの分割を使うか --manifest で指定してください。</translation>
    </message>
    <message>
        <source>{0} has grown by `masu append` since the run in {1} learned from it, so the run cannot be resumed. Put a copy from before in its place.</source>
        <translation>{0} は、{1} の学習のあとに `masu append` でサンプルが追加されたため、この学習は再開できません。追加前のコピーに置き換えてください。</translation>
    </message>
    <message>
        <source>{0} is of an export, whose classes are renamed already, and {1} is not. Read them one at a time.</source>
        <translation>{0} は書き出したもので、クラス名がすでに変更されています。{1} はそうではありません。別々に読み込んでください。</translation>
    </message>
    <message>
        <source>{0} is a dataset, which cannot be predicted for together with other sources. Predict for it alone, and then for those.</source>
        <translation>{0} はデータセットなので、ほかの入力元と一緒には予測できません。データセットだけを先に予測し、そのあとでほかの入力元を予測してください。</translation>
    </message>
    <message>
        <source>Classes of the label {0} that the survey had not met, and that were added: {1}.</source>
        <translation>ラベル {0} に調査で見つからなかったクラスが {1} 個あり、追加しました。</translation>
    </message>
    <message>
        <source>No two splits share a sample. Samples that repeat another inside their split or unused: {0}.</source>
        <translation>2 つの分割に同じサンプルはありません。分割内か未使用での重複は {0} サンプルです。</translation>
    </message>
    <message>
        <source>Sets of equal samples that are in more than one split: {0}. Samples that are tested or validated on what was seen elsewhere: {1}; e.g. samples {2} and {3} are equal.</source>
        <translation>{0} 種類の内容が複数の分割にあり、{1} サンプルはほかの分割にもあるデータで検証・テストされます。例えばサンプル {2} と {3} は同じです。</translation>
    </message>
    <message>
        <source>Sets of equal samples with different labels: {0}, on {1} samples; e.g. {2} and {3}.</source>
        <translation>{0} 種類の内容に異なるラベルが付いています（{1} サンプル）。例えば {2} と {3} です。</translation>
    </message>
    <message>
        <source>Sets of equal samples with different values: {0}, on {1} samples; e.g. {2} and {3}. No model can distinguish them; they hold {4} % of the variance of the labels.</source>
        <translation>{0} 種類の内容に異なる値が付いています（{1} サンプル、例えば {2} と {3}）。どのモデルにも区別できず、ラベルの分散の {4} % にあたります。</translation>
    </message>
    <message>
        <source>Surveyed cells of column {0} that are too close to 0 for any type, such as {1}, and become 0: {2}.</source>
        <translation>列 {0} で調べたセルのうち {2} 個は、{1} のように 0 に近すぎてどの型でも表せず、0 になります。</translation>
    </message>
    <message>
        <source>Column {0} holds -9223372036854775808, which stands for a missing value among whole numbers of 64 bits, so that it is kept as text, with all digits.</source>
        <translation>列 {0} には -9223372036854775808 があり、64 ビットの整数ではこの値が欠損値を表すため、すべての桁をテキストとして残します。</translation>
    </message>
    <message>
        <source>Surveyed cells of column {0} that look like numbers with thousands separators, such as {1}: {2} of {3}. They are not read as numbers but as words. Remove the separators from the source to have numbers.</source>
        <translation>列 {0} で調べたセル {3} 個のうち {2} 個は {1} のように桁区切りのある数値に見えますが、数値ではなく語として読みます。数値にするには、入力元から桁区切りを取り除いてください。</translation>
    </message>
    <message>
        <source>Surveyed times of column {0} that have no zone, such as {2}, where others have one: {1}. They are read as UTC. Write their zone in the source if it is a different one.</source>
        <translation>列 {0} で調べた時刻には、タイムゾーンのあるものと、{2} のようにないもの（{1} 件）があります。ないものは UTC として読みます。ほかのタイムゾーンであれば、入力元に書いてください。</translation>
    </message>
    <message>
        <source>Classes of {0} that differ by capitals only, with their surveyed cells: {1}. If they mean the same, make them one by {2}.</source>
        <translation>{0} には大文字と小文字だけが異なるクラスがあります（かっこ内は調べたセルの数）：{1}。同じ意味であれば、{2} で 1 つにまとめられます。</translation>
    </message>
    <message>
        <source>The state is after {0} of the {1} batches of its epoch, so that --steps goes with this epoch alone. Resume with --epochs {2} to read up to {3} batches more, or leave --steps out.</source>
        <translation>この状態はエポックの {1} バッチのうち {0} バッチを読み終えたところなので、--steps はこのエポックにしか使えません。あと最大 {3} バッチを読むには --epochs {2} を指定して再開するか、--steps を省いてください。</translation>
    </message>
    <message>
        <source>The state was saved with --shuffle {0} --batch {1}; resume with the same.</source>
        <translation>この状態は --shuffle {0} --batch {1} で保存したものです。同じ設定で再開してください。</translation>
    </message>
    <message>
        <source>The state was saved with --shuffle {0} --batch {1} --seed {2}; resume with the same.</source>
        <translation>この状態は --shuffle {0} --batch {1} --seed {2} で保存したものです。同じ設定で再開してください。</translation>
    </message>
    <message>
        <source>no frames</source>
        <translation>フレームがない</translation>
    </message>
    <message>
        <source>Frames in {0} that have the time of the frame before them: {5}. They are kept as frames of their own. Recordings like it: {1} of {2}.</source>
        <translation>{0} には、直前のフレームと時刻が同じフレームが {5} 個あります。それぞれ 1 フレームとしてそのまま使います。同様の録音：{2} 件中 {1} 件。</translation>
    </message>
    <message>
        <source>Column {0} holds whole numbers outside the range from -9223372036854775808 to 9223372036854775807 (signed, 64 bits), so that it is kept as text, with all digits.</source>
        <translation>列 {0} には -9223372036854775808 から 9223372036854775807 まで（符号付き 64 ビット）に収まらない整数があるため、すべての桁をテキストとして残します。</translation>
    </message>
    <message>
        <source>The filter is applied before --class-map renames {1} to {2}: in it, the classes of {0} have the names that the source gives them.</source>
        <translation>フィルターは、--class-map で {1} が {2} に変わる前に適用されます。フィルターの中では、{0} のクラスを元データの名前で指定してください。</translation>
    </message>
    <message>
        <source>{0} is a Masu dataset, and {1} is one of a table, to which tables as text are appended. Append the sources of {0}, or export it as CSV and append that.</source>
        <translation>{0} は Masu のデータセットです。表のデータセット {1} に追加できるのは、テキストの表だけです。{0} のインポート元を追加するか、{0} を CSV に書き出して、それを追加してください。</translation>
    </message>
    <message>
        <source>{0} is of an export, which has the times of {1} as seconds: they are not read as dates. Use the dataset that was exported, or the sources that it was imported from.</source>
        <translation>{0} は書き出したファイルの一部です。{1} の時刻は秒数で書かれているため、日付としては読み取れません。書き出し元のデータセットか、そのインポート元を使ってください。</translation>
    </message>
    <message>
        <source>{0} is a dataset that Masu wrote, not a recording: use it as it is, write it in another layout with masu convert, or import the sources that it was imported from.</source>
        <translation>{0} は Masu が書いたデータセットであり、録音ではありません。そのまま使うか、masu convert で別の構成に書き直すか、元のソースを取り込んでください。</translation>
    </message>
    <message>
        <source>Only training runs are shared by several processes, not {0}: start it as a single process (the environment has it as rank {1} of {2}).</source>
        <translation>複数のプロセスで分担できるのは学習だけで、{0} は分担できません。1 つのプロセスで起動してください（環境変数ではランク {1}、プロセス数 {2} になっています）。</translation>
    </message>
    <message>
        <source>{0} must be a number from 1 to {1}, not {2}.</source>
        <translation>{0} には 1 から {1} までの数を指定してください（指定された値: {2}）。</translation>
    </message>
    <message>
        <source>--timeout is how long processes that train together wait for each other, and this one was started alone: leave it out, or start several by srun, mpirun or with RANK and WORLD_SIZE set.</source>
        <translation>--timeout は一緒に学習するプロセスが互いを待つ時間ですが、このプロセスは単独で起動されています。指定を外すか、srun、mpirun、または RANK と WORLD_SIZE の設定によって複数のプロセスを起動してください。</translation>
    </message>
    <message>
        <source>The processes of this training run do not have the same model {0}: give all of them the same version of Masu and the same files.</source>
        <translation>この学習のプロセスの間で、モデル {0} が一致しません。すべてのプロセスで同じバージョンの Masu と同じファイルを使ってください。</translation>
    </message>
    <message>
        <source>The processes of this training run are to meet at {0} (MASTER_ADDR), which is not the name or address of a machine that can be found from {1}: {2}.</source>
        <translation>この学習のプロセスは {0}（MASTER_ADDR）で接続することになっていますが、{1} からはその名前またはアドレスのマシンが見つかりません: {2}。</translation>
    </message>
    <message>
        <source>The processes of this training run are to meet at {0} (MASTER_ADDR), to which {1} has no route.</source>
        <translation>この学習のプロセスは {0}（MASTER_ADDR）で接続することになっていますが、{1} からそこへの経路がありません。</translation>
    </message>
    <message>
        <source>The process of rank {0} on {1} has ended, or the connection to it is cut, so the training run cannot continue. Look at what that process printed, and resume the run with --resume.</source>
        <translation>{1} 上のランク {0} のプロセスが終了したか、接続が切れたため、学習を続けられません。そのプロセスの出力を確認し、--resume で再開してください。</translation>
    </message>
    <message>
        <source>Nothing came from rank {0} on {1} for {2} seconds, so the training run cannot continue. See whether that machine and the network work, or wait longer with --timeout, and resume the run with --resume.</source>
        <translation>{1} 上のランク {0} から {2} 秒間応答がないため、学習を続けられません。そのマシンとネットワークを確認するか、--timeout で待ち時間を延ばしたうえで、--resume で再開してください。</translation>
    </message>
    <message>
        <source>The training run ended on rank {0} ({1}): {2}</source>
        <translation>ランク {0}（{1}）で学習が終了しました: {2}</translation>
    </message>
    <message>
        <source>Two processes of this training run are rank {0}: give each a RANK of its own, and each run a MASTER_PORT of its own.</source>
        <translation>この学習には、ランク {0} のプロセスが 2 つあります。プロセスごとに異なる RANK を、実行ごとに異なる MASTER_PORT を設定してください。</translation>
    </message>
    <message>
        <source>Rank {0} of this training run did not start within {1} seconds: start as many processes as WORLD_SIZE says, here {2}, or wait longer with --timeout.</source>
        <translation>この学習のランク {0} が {1} 秒以内に起動しませんでした。WORLD_SIZE と同じ数（ここでは {2}）のプロセスを起動するか、--timeout で待ち時間を延ばしてください。</translation>
    </message>
    <message>
        <source>Rank {0} of this training run was started as one of another number of processes than rank {1}: give each the same WORLD_SIZE, and each run a MASTER_PORT of its own.</source>
        <translation>この学習のランク {0} とランク {1} では、プロセス数が異なります。すべてのプロセスに同じ WORLD_SIZE を、実行ごとに異なる MASTER_PORT を設定してください。</translation>
    </message>
    <message>
        <source>The processes of this training run could not meet at {0}:{1} (MASTER_ADDR, MASTER_PORT): {2}.</source>
        <translation>この学習のプロセスは {0}:{1}（MASTER_ADDR、MASTER_PORT）で接続できませんでした: {2}。</translation>
    </message>
    <message>
        <source>The processes of this training run are not of one version of Masu: start the same program on every machine.</source>
        <translation>この学習のプロセスの間で、Masu のバージョンが一致しません。どのマシンでも同じプログラムを起動してください。</translation>
    </message>
    <message>
        <source>Rank {0} on {1} was asked for another {2} than rank 0: start all processes of a training run with the same options.</source>
        <translation>{1} 上のランク {0} では、{2} の指定がランク 0 と異なります。1 つの学習のプロセスは、すべて同じオプションで起動してください。</translation>
    </message>
    <message>
        <source>{0} processes cannot share the slices of a batch, of which this training run has {1} (--slices): start at most {1}, or begin a run with more slices.</source>
        <translation>この学習のスライス数は {1}（--slices）なので、{0} 個のプロセスでは分担できません。プロセスを {1} 個以下にするか、スライスを増やして新しく学習を始めてください。</translation>
    </message>
    <message>
        <source>Rank {0} on {1} finds another dataset or split in {2} than rank 0: give all processes the same file.</source>
        <translation>{1} 上のランク {0} から見た {2} は、データセットまたは分割がランク 0 と異なります。すべてのプロセスで同じファイルを使ってください。</translation>
    </message>
    <message>
        <source>The weights on rank {0} ({1}) are not those on rank 0 after step {2}: the machines do not compute alike. Give them the same version of LibTorch and processors or cards of one kind.</source>
        <translation>ステップ {2} の後、ランク {0}（{1}）の重みがランク 0 の重みと一致しません。マシンによって計算結果が異なっています。LibTorch のバージョンと、プロセッサーまたはカードの種類をそろえてください。</translation>
    </message>
    <message>
        <source>{1} is set in the environment and {0} is not, so that the processes of this training run cannot meet: set {0} for each of them, or start a single process without {1}.</source>
        <translation>環境変数 {1} は設定されていますが {0} がないため、この学習のプロセスは互いに接続できません。すべてのプロセスで {0} を設定するか、{1} を設定せずに 1 つのプロセスだけを起動してください。</translation>
    </message>
    <message>
        <source>{0} is {1} in the environment: it must be a whole number from {2} to {3}.</source>
        <translation>環境変数 {0} は {1} です。{2} から {3} までの整数にしてください。</translation>
    </message>
    <message>
        <source>Of {1} surveyed cells of column {0}, {2} can be read as {3}; others, such as {4}, cannot, so that the column is free text and is left out. Correct those in the source, name them by --na if they mean missing, or give --type {0}={5} with --on-error missing.</source>
        <translation>列 {0} の調べたセル {1} 個のうち {2} 個は{3}として読み取れますが、{4} など読み取れないセルがあるため、この列は自由記述のテキストとみなされ、除外されます。入力元を直すか、欠損を表すものなら --na で指定するか、--on-error missing とともに --type {0}={5} を指定してください。</translation>
    </message>
    <message>
        <source>Of {1} surveyed cells of column {0}, {2} can be read as {3}; others, such as {4}, cannot, so that all are read as words. Correct those in the source, name them by --na if they mean missing, or give --type {0}={5} with --on-error missing.</source>
        <translation>列 {0} の調べたセル {1} 個のうち {2} 個は{3}として読み取れますが、{4} など読み取れないセルがあるため、すべて語として読み取られます。入力元を直すか、欠損を表すものなら --na で指定するか、--on-error missing とともに --type {0}={5} を指定してください。</translation>
    </message>
    <message>
        <source>Surveyed cells of column {0} that look like numbers with a sign beside them or in parentheses, such as {1}: {2} of {3}. They are not read as numbers but as words. Remove the sign from the source, or write a minus for parentheses that mean it, to have numbers.</source>
        <translation>列 {0} で調べたセル {3} 個のうち {2} 個は {1} のように記号や括弧の付いた数値に見えますが、数値ではなく語として読みます。数値にするには、入力元から記号を取り除くか、負の数を表す括弧をマイナス記号に書き換えてください。</translation>
    </message>
    <message>
        <source>{0} is text with control characters, which no table holds so often: the first is 0x{1} in line {2}. Remove or replace them.</source>
        <translation>{0} は制御文字を含むテキストで、表としては数が多すぎます。最初のものは {2} 行目の 0x{1} です。取り除くか、ほかの文字に置き換えてください。</translation>
    </message>
    <message>
        <source>The dates of column {0} are read in the order {1}, as some of them show; those of the recipe or dataset are the same in any order.</source>
        <translation>列 {0} の日付は {1} の順に読み取ります。この順でしか読めないものがあるためです。レシピやデータセットの日付は、どの順でも同じ日付です。</translation>
    </message>
    <message>
        <source>The dates of column {0} can be read in several orders of day, month and year, and those of the recipe or dataset show none: they are read in the order {1}. If that is wrong, write them as YYYY-MM-DD in the source.</source>
        <translation>列 {0} の日付は日・月・年の順を何通りにも解釈でき、レシピやデータセットの日付からも順序は分かりません。{1} の順に読み取ります。違う場合は、入力元の日付を YYYY-MM-DD の形に書き換えてください。</translation>
    </message>
    <message>
        <source>{0} Appending keeps the choices of the dataset: for another, import all sources again.</source>
        <translation>{0}追加ではデータセットの設定がそのまま使われます。変えるには、すべての入力元をインポートし直してください。</translation>
    </message>
    <message>
        <source>Surveyed cells of column {0} that look like numbers with {4} as the decimal mark, such as {1}: {2} of {3}. They are not read as numbers but as words, since numbers of the table have {5}. Write one mark in the source, or choose the right one by --decimal.</source>
        <translation>列 {0} で調べたセル {3} 個のうち {2} 個は {1} のように小数点が {4} の数値に見えますが、この表の小数点は {5} なので、数値ではなく語として読みます。入力元の小数点をそろえるか、正しいほうを --decimal で指定してください。</translation>
    </message>
    <message>
        <source>The filter {0} of the import asks for the label, which new records need not have: it is not applied.</source>
        <translation>インポート時のフィルター {0} はラベルを参照しています。新しいレコードにはラベルがあるとは限らないため、適用していません。</translation>
    </message>
    <message>
        <source>The filter {0} of the import asks for a column that is not there: it is not applied.</source>
        <translation>インポート時のフィルター {0} は、ここにない列を参照しているため、適用していません。</translation>
    </message>
    <message>
        <source>Values that count as missing, as they are infinite or too large for the 32-bit floats that a model takes, by column: {0}.</source>
        <translation>無限大であるか、モデルが受け取る 32 ビット浮動小数点数に収まらないため、欠損として扱う値の数（列ごと）：{0}。</translation>
    </message>
    <message>
        <source>Columns that the model learned from, and that are missing in every sample that it is asked about: {0}.</source>
        <translation>モデルが学習した列のうち、予測するすべてのサンプルで欠損しているもの：{0}。</translation>
    </message>
    <message>
        <source>{0} has the channels {1}, and the model learned from {2}. Bring it to those channels before, or train a model with recordings like it.</source>
        <translation>{0} のチャンネルは {1} ですが、モデルが学習したのは {2} です。あらかじめ同じチャンネルの録音にするか、同様の録音でモデルを学習してください。</translation>
    </message>
    <message>
        <source>{0} of {1} predictions are for samples whose label is not a value (such as &apos;{2}&apos;). The scores leave them out.</source>
        <translation>{1} 件の予測のうち {0} 件は、ラベルが値でないサンプル（「{2}」など）に対するものです。スコアには含まれません。</translation>
    </message>
    <message>
        <source>The surveyed classes of {0} are {1} in {2}, and {3} in {4}: they have none in common. If they mean the same, make them one by --class-map.</source>
        <translation>調べた範囲では、{0} のクラスは {2} では {1}、{4} では {3} で、共通のものがありません。同じ意味であれば、--class-map で 1 つにまとめてください。</translation>
    </message>
    <message>
        <source>{0} is not among the files that were exported.</source>
        <translation>{0} は書き出したファイルに含まれていません。</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <translation>{0}{1}</translation>
    </message>
    <message>
        <source>{0} These are the first of {1} files.</source>
        <translation>{0}ほかにもあり、全部で {1} ファイルです。</translation>
    </message>
    <message>
        <source>{0} does not have the settings and dataset of the run: they differ in {1}.</source>
        <translation>{0} は実行の設定またはデータセットと一致しません。違う項目：{1}。</translation>
    </message>
    <message>
        <source>{0} has a receipt and no spec.json, without which none of its fields can be checked and no step can be trained again: copy spec.json from the run.</source>
        <translation>{0} にはレシートがありますが、spec.json がないため、項目の確認も、ステップの再学習もできません。実行のフォルダーから spec.json をコピーしてください。</translation>
    </message>
    <message>
        <source>There is no data.json in {0}: the receipt&apos;s order.version ({1}) was not compared.</source>
        <translation>{0} に data.json がないため、レシートの order.version（{1}）は比較していません。</translation>
    </message>
    <message>
        <source>--timeout is how long processes that train together wait for each other, and {0} is 1 in the environment, so that there are no others: leave it out, or start several processes.</source>
        <translation>--timeout は、一緒に学習するプロセスが互いを待つ時間です。環境変数 {0} が 1 で、ほかのプロセスがないため、指定を外すか、複数のプロセスを起動してください。</translation>
    </message>
    <message>
        <source>The learning rate of {0} is {1} in the receipt, and {2} by the settings of the run.</source>
        <translation>{0} の学習率は、レシートでは {1} ですが、実行の設定では {2} です。</translation>
    </message>
    <message>
        <source>An import by several workers does not replace a dataset: a worker that starts late would replace what the others made. Remove {0}, or import without --part.</source>
        <translation>複数のワーカーによるインポートでは、既存のデータセットを置き換えません（遅れて始まったワーカーが、ほかのワーカーの結果を置き換えてしまうためです）。{0} を削除するか、--part なしでインポートしてください。</translation>
    </message>
    <message>
        <source>Another program is busy in {0}. Wait until it is done, or choose another place.</source>
        <translation>{0} は別のプログラムが使用中です。終わるまで待つか、別の場所にしてください。</translation>
    </message>
    <message>
        <source>The import of {0} that other workers have begun has other sources or options, or another version of Masu. Use the same ones, or remove {1} to begin again.</source>
        <translation>ほかのワーカーが始めた {0} のインポートは、入力元、オプション、または Masu のバージョンが異なります。同じものを使うか、{1} を削除して最初からやり直してください。</translation>
    </message>
    <message>
        <source>Each of several workers would write {0}. Import without --part, or save the recipe with masu inspect.</source>
        <translation>{0} は、すべてのワーカーが書き込もうとします。レシピは masu inspect で保存するか、--part なしでインポートしてください。</translation>
    </message>
    <message>
        <source>about an eighth of the {0} train samples, from {1} to {2}</source>
        <translation>学習サンプル {0} 個の約 8 分の 1（{1}～{2} の範囲）</translation>
    </message>
    <message>
        <source>all {0} train samples</source>
        <translation>学習サンプル {0} 個すべて</translation>
    </message>
    <message>
        <source>a sample is large: {0} numbers</source>
        <translation>1 サンプルの値が {0} 個と多いため</translation>
    </message>
    <message>
        <source>{0}, and no last batch of a single sample</source>
        <translation>{0}。最後のバッチが 1 サンプルにならない大きさ</translation>
    </message>
    <message>
        <source>two samples for each of {0} slices</source>
        <translation>{0} 個のスライスに 2 サンプルずつ必要なため</translation>
    </message>
    <message>
        <source>about {0} steps for {1} train samples</source>
        <translation>学習サンプル {1} 個に対して約 {0} ステップ</translation>
    </message>
    <message>
        <source>{0} steps an epoch: the data is large, and is read {1} times</source>
        <translation>1 エポックが {0} ステップの大きなデータのため {1} エポック</translation>
    </message>
    <message>
        <source>the most that is chosen, for {0} train samples</source>
        <translation>自動で選ぶ上限（学習サンプル {0} 個）</translation>
    </message>
    <message>
        <source>{0} MB of weights are written after every epoch: more epochs would take long</source>
        <translation>エポックごとに {0} MB の重みを書き込み、これより多いと時間がかかるため</translation>
    </message>
    <message>
        <source>{0} train samples of {1} numbers: more epochs would take long</source>
        <translation>値が {1} 個の学習サンプルが {0} 個あり、これより多いと時間がかかるため</translation>
    </message>
    <message>
        <source>the learning rate warms up, and falls to nearly 0 by the last step</source>
        <translation>学習率を徐々に上げ、最後のステップまでにほぼ 0 に下げる</translation>
    </message>
    <message>
        <source>{0} validation samples are too few to stop by</source>
        <translation>検証サンプルが {0} 個では、早期終了の判断に足りないため</translation>
    </message>
    <message>
        <source>{0} epochs are too few to stop early</source>
        <translation>{0} エポックでは、早期終了には短いため</translation>
    </message>
    <message>
        <source>no class has more than {0} times the samples of another</source>
        <translation>クラス間のサンプル数の差が {0} 倍以内のため</translation>
    </message>
    <message>
        <source>the largest class has {0} samples, the smallest {1}</source>
        <translation>サンプル数が最大のクラスで {0} 個、最小のクラスで {1} 個のため</translation>
    </message>
    <message>
        <source>the usual amount with {0}</source>
        <translation>{0} での一般的な値</translation>
    </message>
    <message>
        <source>Reading samples</source>
        <translation>サンプルを読み込み中</translation>
    </message>
    <message>
        <source>{0} samples are selected; up to {1} can be copied. Write more of them as CSV on the Export page.</source>
        <translation>{0} サンプルが選択されていますが、コピーできるのは {1} サンプルまでです。それ以上は、書き出しページで CSV に書き出してください。</translation>
    </message>
    <message>
        <source>{0} An import by several workers always resumes: remove {1} to begin again.</source>
        <translation>{0} 複数のワーカーによるインポートは、常に中断したところから再開します。最初からやり直すときは、{1} を削除してください。</translation>
    </message>
    <message>
        <source>Its cells differ, and nothing speaks against a header.</source>
        <translation>セルがすべて異なり、見出しでないとする根拠がありません。</translation>
    </message>
    <message>
        <source>Some of its cells are alike or empty, and nothing speaks for a header.</source>
        <translation>同じセルまたは空のセルがあり、見出しとする根拠がありません。</translation>
    </message>
    <message>
        <source>For a header: numbers that count the columns, or years at even steps.</source>
        <translation>見出しとする根拠：列の通し番号、または等間隔の年。</translation>
    </message>
    <message>
        <source>words above numbers or times, such as {0} above {1} (columns: {2})</source>
        <translation>数値や日時の上にある語（例：{1} の上の {0}、{2} 列）</translation>
    </message>
    <message>
        <source>an empty cell above a column without others, such as {1} (columns: {2})</source>
        <translation>ほかに空のセルがない列の上の空のセル（例：{1} の上、{2} 列）</translation>
    </message>
    <message>
        <source>words that do not occur below, such as {0} (columns: {2})</source>
        <translation>下に現れない語（例：{0}、{2} 列）</translation>
    </message>
    <message>
        <source>words of another form or length than all below, such as {0} above {1} (columns: {2})</source>
        <translation>下のどのセルとも形や長さの異なる語（例：{1} の上の {0}、{2} 列）</translation>
    </message>
    <message>
        <source>numbers or times like those below, such as {0} above {1} (columns: {2})</source>
        <translation>下のセルと同じような数値や日時（例：{1} の上の {0}、{2} 列）</translation>
    </message>
    <message>
        <source>cells of the same form as all below, such as {0} above {1} (columns: {2})</source>
        <translation>下のすべてのセルと同じ形のセル（例：{1} の上の {0}、{2} 列）</translation>
    </message>
    <message>
        <source>words that occur again below, such as {0} (columns: {2})</source>
        <translation>下にも現れる語（例：{0}、{2} 列）</translation>
    </message>
    <message>
        <source>markers of missing cells, such as {0} (columns: {2})</source>
        <translation>欠損値の表記（例：{0}、{2} 列）</translation>
    </message>
    <message>
        <source>numbers unlike the cells below, such as {0} above {1} (columns: {2})</source>
        <translation>下のセルとは異なる数値（例：{1} の上の {0}、{2} 列）</translation>
    </message>
    <message>
        <source>words that are read as numbers, such as {0} above {1} (columns: {2})</source>
        <translation>数値として読まれる語（例：{1} の上の {0}、{2} 列）</translation>
    </message>
    <message>
        <source>cells that do not look like names, such as {0} (columns: {2})</source>
        <translation>列名らしくないセル（例：{0}、{2} 列）</translation>
    </message>
    <message>
        <source>For a header: {0}. For data: {1}.</source>
        <translation>見出しとする根拠：{0}。データとする根拠：{1}。</translation>
    </message>
    <message>
        <source>For a header: {0}.</source>
        <translation>見出しとする根拠：{0}。</translation>
    </message>
    <message>
        <source>For data: {0}.</source>
        <translation>データとする根拠：{0}。</translation>
    </message>
    <message>
        <source>The first line of {0} declares the delimiter {1}, but all sources are read with {2}. That line is not read as a record.</source>
        <translation>{0} の 1 行目は区切り文字 {1} を宣言していますが、すべての入力元を {2} で読み取ります。その行はレコードとして読み取りません。</translation>
    </message>
    <message>
        <source>The first line of {0} declares the delimiter {1}, which is used. That line is not read as a record.</source>
        <translation>{0} の 1 行目が宣言している区切り文字 {1} を使います。その行はレコードとして読み取りません。</translation>
    </message>
    <message>
        <source>The first record of {0} was taken as the header with a confidence of {1} %. {2} If it is data, use --no-header.</source>
        <translation>{0} の最初のレコードを見出しとみなしました（確信度 {1} %）。{2} データの場合は --no-header を指定してください。</translation>
    </message>
    <message>
        <source>The first record of {0} was taken as data, and the columns are called {1} …, with a confidence of {2} %. {3} If it is a header, use --header.</source>
        <translation>{0} の最初のレコードはデータとみなし（確信度 {2} %）、列名は {1} … としました。{3} 見出しであれば --header で指定してください。</translation>
    </message>
    <message>
        <source>--thousands takes a comma, a point, a blank or an apostrophe, not &apos;{0}&apos;.</source>
        <translation>--thousands にはコンマ、ピリオド、空白、アポストロフィのいずれかを指定します。「{0}」は使えません。</translation>
    </message>
    <message>
        <source>&apos;{0}&apos; cannot be both the decimal mark (--decimal) and the separator of thousands (--thousands). Name another for one of them.</source>
        <translation>「{0}」を小数点（--decimal）と桁区切り（--thousands）の両方に使うことはできません。どちらかに別の文字を指定してください。</translation>
    </message>
    <message>
        <source>The numbers of column {0}, such as {1}, are read with {2} as the decimal mark, but three digits follow it in all that have it: it may separate thousands. If so, use --thousands &apos;{2}&apos;; if not, --decimal &apos;{2}&apos;.</source>
        <translation>列 {0} の {1} のような数値は {2} を小数点として読みますが、この記号のある数値はどれもその後が 3 桁で、桁区切りの可能性があります。桁区切りの場合は --thousands &apos;{2}&apos;、小数点の場合は --decimal &apos;{2}&apos; で指定してください。</translation>
    </message>
    <message>
        <source>Surveyed cells of column {0} that look like numbers with thousands separators, such as {1}: {2} of {3}. They are not read as numbers but as words. To have numbers, give --thousands &quot;{4}&quot;.</source>
        <translation>調べた列 {0} のセル {3} 個のうち、{1} のように桁区切りのある数値に見えるものが {2} 個あります。数値ではなく語として読み取ります。数値として読むには --thousands &quot;{4}&quot; を指定してください。</translation>
    </message>
    <message>
        <source>{0}, line {1}</source>
        <translation>{0} の {1} 行目</translation>
    </message>
    <message>
        <source>Column {0} holds {1} ({2}), but features do not keep whole numbers beyond 2^53 exactly, and different ones would become equal. Keep the column (--keep {0}), make it a category (--type {0}=category), leave it out (--type {0}=ignored), or have it rounded (--type {0}=number).</source>
        <translation>列 {0} に {1} があります（{2}）。特徴量では 2^53 を超える整数を正確に保てず、異なる値が同じになってしまいます。列を保持する（--keep {0}）か、カテゴリにする（--type {0}=category）か、除外する（--type {0}=ignored）か、丸めることを認めてください（--type {0}=number）。</translation>
    </message>
    <message>
        <source>one file</source>
        <translation>1 つのファイル</translation>
    </message>
    <message>
        <source>parts of at most {0} bytes</source>
        <translation>最大 {0} バイトのパート</translation>
    </message>
    <message>
        <source>The --part-size of this worker makes {1} of {0}, that of the other workers {2}. Use the same one, or remove {3} to begin again.</source>
        <translation>{0} は、このワーカーの --part-size では{1}になり、ほかのワーカーのものでは{2}になります。同じ値を使うか、{3} を削除して最初からやり直してください。</translation>
    </message>
    <message>
        <source>Line {1} of {0} is not a JSON object.</source>
        <translation>{0} の {1} 行目は JSON オブジェクトではありません。</translation>
    </message>
    <message>
        <source>The JSON object in line {1} of {0} has the key {3} twice.</source>
        <translation>{0} の {1} 行目の JSON オブジェクトに、キー {3} が 2 回現れます。</translation>
    </message>
    <message>
        <source>not a JSON object</source>
        <translation>JSON オブジェクトではない行</translation>
    </message>
    <message>
        <source>a key occurs twice</source>
        <translation>キーの重複</translation>
    </message>
    <message>
        <source>The keys of {0} are longer than {1} bytes together, the limit of --longest-record (line {2}). Check that they name columns, or allow more.</source>
        <translation>{0} のキーの長さの合計が、{2} 行目で --longest-record の上限 {1} バイトを超えました。キーが列名であることを確認するか、上限を大きくしてください。</translation>
    </message>
    <message>
        <source>No line of {0} is a JSON object with keys, as JSON Lines have one each. If it is a table all the same, name its delimiter by --delimiter.</source>
        <translation>JSON Lines は各行が 1 つの JSON オブジェクトですが、{0} にはキーのある JSON オブジェクトの行がありません。実際には表である場合は、--delimiter で区切り文字を指定してください。</translation>
    </message>
    <message>
        <source>{0} has changed while it was read. Import it again.</source>
        <translation>{0} は読み取り中に変更されました。インポートし直してください。</translation>
    </message>
    <message>
        <source>{0} holds JSON Lines, which {1} does not apply to. Leave it out, or give --delimiter to have the file read as a table.</source>
        <translation>{0} は JSON Lines なので、{1} は使えません。指定を外すか、ファイルを表として読み取る場合は --delimiter を指定してください。</translation>
    </message>
    <message>
        <source>None of {0} surveyed lines of {1} is a JSON object.</source>
        <translation>{1} の調べた {0} 行に、JSON オブジェクトの行がありません。</translation>
    </message>
    <message>
        <source>The key {1} of {0} holds an object or an array in line {2}. Such a value is one cell of text, its JSON; keys within it do not become columns.</source>
        <translation>{0} のキー {1} の値は、{2} 行目でオブジェクトまたは配列になっています。このような値は JSON のまま 1 つのテキストのセルになり、中のキーは列になりません。</translation>
    </message>
    <message>
        <source>The lines of {0} are JSON objects. Without --delimiter they are read as JSON Lines.</source>
        <translation>{0} の各行は JSON オブジェクトです。--delimiter を指定しなければ、JSON Lines として読み取ります。</translation>
    </message>
    <message>
        <source>The model rocket could not be solved: {0}.</source>
        <translation>モデル rocket の解を求められませんでした：{0}。</translation>
    </message>
    <message>
        <source>A batch of the model rocket holds infinite or missing values, after {0} steps: look for extreme values in the data.</source>
        <translation>モデル rocket の {0} ステップ後のバッチに、無限大の値または欠損値があります。データに極端な値がないか調べてください。</translation>
    </message>
    <message>
        <source>There is no model {0}: choose linear, mlp, cnn1d, resnet1d, cnn2d, rocket or the path of a TorchScript file that ends in .pt.</source>
        <translation>モデル {0} はありません。linear、mlp、cnn1d、resnet1d、cnn2d、rocket のいずれか、または .pt で終わる TorchScript ファイルのパスを選んでください。</translation>
    </message>
    <message>
        <source>The model rocket takes numbers only and the dataset has {0} category columns: choose another model, such as cnn1d.</source>
        <translation>モデル rocket が扱えるのは数値だけですが、このデータセットにはカテゴリ列が {0} 列あります。cnn1d など、ほかのモデルを選んでください。</translation>
    </message>
    <message>
        <source>The model {0} is solved by one process in closed form, not trained by steps, so that {1} means nothing to it: leave {1} out, or train {0} in a run of its own.</source>
        <translation>モデル {0} は、ステップを重ねて学習するのではなく、1 つのプロセスで閉じた形の解を求めるため、{1} は意味を持ちません。{1} を指定しないか、{0} を単独の実行で学習してください。</translation>
    </message>
    <message>
        <source>The model {0} has learned all there is after one epoch, and more of the same samples (--epochs) change nothing: choose 1, or --augment or --balance, which vary them.</source>
        <translation>モデル {0} は 1 エポックですべてを学習し、同じサンプルを繰り返しても（--epochs）結果は変わりません。1 を指定するか、サンプルを変化させる --augment または --balance を使ってください。</translation>
    </message>
    <message>
        <source>the model is solved, and has learned all there is after one</source>
        <translation>解を直接求めるモデルで、1 エポックですべてを学習するため</translation>
    </message>
    <message>
        <source>the samples vary from one to the next</source>
        <translation>サンプルがエポックごとに変わるため</translation>
    </message>
    <message>
        <source>The JSON object in line {1} of {0} has the number {3}, more than any number type can hold.</source>
        <translation>{0} の {1} 行目の JSON オブジェクトにある数値 {3} は、どの数値型の範囲も超えています。</translation>
    </message>
    <message>
        <source>JSON number too large</source>
        <translation>大きすぎる JSON の数値</translation>
    </message>
    <message>
        <source>There is no dataset, run or folder of runs {0}.</source>
        <translation>{0} というデータセット、実行、または実行のフォルダーはありません。</translation>
    </message>
    <message>
        <source>Standard input (-) is a terminal: name a file, or pipe a program&apos;s output into Masu.</source>
        <translation>標準入力（-）が端末です。ファイルを指定するか、プログラムの出力をパイプで渡してください。</translation>
    </message>
    <message>
        <source>Standard input (-) is named twice as a source; it can be read only once.</source>
        <translation>標準入力（-）が入力元に 2 回指定されています。読み取れるのは 1 回だけです。</translation>
    </message>
    <message>
        <source>What came through a pipe, {0} bytes, was kept in memory until it was read.</source>
        <translation>パイプから届いた {0} バイトは、読み取りが終わるまでメモリに置きました。</translation>
    </message>
    <message>
        <source>What came through a pipe, {0} bytes, was kept in a temporary file in {1} until it was read, as it is surveyed and then imported.</source>
        <translation>パイプから届いた {0} バイトは、調査とインポートで 2 回読み取るため、終わるまで {1} の一時ファイルに置きました。</translation>
    </message>
    <message>
        <source>The encoding {0} is not known. Choose one that iconv -l lists, such as UTF-16, windows-1252, CP932 or GB18030.</source>
        <translation>文字コード {0} は分かりません。UTF-16、windows-1252、CP932、GB18030 など、iconv -l に現れるものを選んでください。</translation>
    </message>
    <message>
        <source>The model in {0} knows other classes than {1} has: train it again.</source>
        <translation>{0} のモデルのクラスは {1} のクラスと異なります。学習し直してください。</translation>
    </message>
    <message>
        <source>The run in {0} has {1} models: name the folder of one of them, such as {2}.</source>
        <translation>{0} の実行にはモデルが {1} 個あります。{2} のように、そのうち 1 つのフォルダーを指定してください。</translation>
    </message>
    <message>
        <source>The run in {0} did not learn from {1} as it is now: it is another dataset, or samples were appended to it since. Name runs of this dataset.</source>
        <translation>{0} の学習に使ったのは今の {1} ではありません。別のデータセットか、学習のあとでサンプルが追加されています。このデータセットの実行を指定してください。</translation>
    </message>
    <message>
        <source>{0} is a file; the runs need a folder: choose another name.</source>
        <translation>{0} はファイルです。実行の保存にはフォルダーが必要なので、別の名前にしてください。</translation>
    </message>
    <message>
        <source>The folder {0} is not empty: choose another one for the runs that are to be kept.</source>
        <translation>フォルダー {0} は空ではありません。実行を残すフォルダーには別のものを選んでください。</translation>
    </message>
    <message>
        <source>Choose a model to train on folds of the dataset, or runs that were trained on it.</source>
        <translation>データセットのフォールドで学習するモデルか、そのデータセットで学習した実行を指定してください。</translation>
    </message>
    <message>
        <source>There must be at least {0} folds, not {1}: one is predicted, one chooses the epoch, and the others train.</source>
        <translation>フォールドの数は {0} 以上でなければならず、{1} にはできません。1 つを予測し、1 つでエポックを選び、残りで学習します。</translation>
    </message>
    <message>
        <source>{0} has no labels that could be wrong. Import it with a label, by --label.</source>
        <translation>{0} にはラベルがないため、ラベルの誤りを探せません。--label でラベルを指定してインポートしてください。</translation>
    </message>
    <message>
        <source>The labels of {0} are values, and wrong labels are found among classes only. If its values are classes, import it with --target class.</source>
        <translation>{0} のラベルは数値です。ラベルの誤りを探せるのはクラスの場合だけです。値がクラスを表すなら、--target class を付けてインポートしてください。</translation>
    </message>
    <message>
        <source>The samples of {0} are of fewer than two classes, so that no label can be proposed in the place of another.</source>
        <translation>{0} のサンプルのクラスは 2 つ未満なので、別のラベルを候補として挙げることができません。</translation>
    </message>
    <message>
        <source>Class {1} of {0} has fewer samples ({2}) than there are folds ({3}): choose fewer folds (--folds, at least {4}), or import the dataset without that class (--where).</source>
        <translation>{0} のクラス {1} のサンプルは {2} 個で、フォールドの数 {3} より少なくなっています。--folds で数を減らすか（{4} 以上）、--where でこのクラスを除いてインポートしてください。</translation>
    </message>
    <message>
        <source>The wrong labels of {0} may take {1} MB of memory ({2} samples, {3} classes), but only {4} MB are allowed. Allow more by --memory.</source>
        <translation>{0} のラベルの誤りを探すには最大 {1} MB のメモリが必要ですが（サンプル数 {2}、クラス数 {3}）、使えるのは {4} MB だけです。--memory で増やしてください。</translation>
    </message>
    <message>
        <source>The models predict no labelled sample of {0} that they did not learn from. Name runs whose validation or test splits hold samples, such as one run on each fold that masu split --folds writes.</source>
        <translation>{0} には、モデルが学習に使っておらず予測できる、ラベル付きのサンプルがありません。検証かテストにサンプルのある実行を指定してください（masu split --folds で作ったフォールドごとの実行など）。</translation>
    </message>
    <message>
        <source>Comparing labels with predictions</source>
        <translation>ラベルと予測を比較しています</translation>
    </message>
    <message>
        <source>Counting labels</source>
        <translation>ラベルを数えています</translation>
    </message>
    <message>
        <source>The run in {0} stopped early by its validation split, so that its predictions for that split are not out of sample and are not used. Train it with --patience 0 to use them.</source>
        <translation>{0} の学習は検証データによって早期終了したため、検証データの予測は学習から独立とはいえず、使いません。使うには --patience 0 で学習し直してください。</translation>
    </message>
    <message>
        <source>{0} must be a whole number from {1} to {2}, not {3}.</source>
        <translation>{0} には {1} から {2} までの整数を指定してください（指定された値：{3}）。</translation>
    </message>
    <message>
        <source>{0} must be a size from {1} to {2}, not {3}.</source>
        <translation>{0} には {1} から {2} までのサイズを指定してください（指定された値：{3}）。</translation>
    </message>
    <message>
        <source>{0} does not start all workers at once, and those that train together meet at every step: choose slurm, mpirun or torchrun.</source>
        <translation>{0} は、すべてのワーカーを同時には起動しません。一緒に学習するワーカーはステップごとに通信するため、slurm、mpirun、torchrun のどれかを選んでください。</translation>
    </message>
    <message>
        <source>{0} is for masu train alone: choose slurm-array, slurm, mpirun or parallel for masu {1}.</source>
        <translation>{0} は masu train 専用です。masu {1} には slurm-array、slurm、mpirun、parallel のどれかを選んでください。</translation>
    </message>
    <message>
        <source>{0} goes with slurm-array or slurm only: {1} takes neither a time limit nor a partition.</source>
        <translation>{0} は slurm-array または slurm でのみ使えます。{1} には、制限時間もパーティションも指定できません。</translation>
    </message>
    <message>
        <source>--partition takes names of letters, digits, dots, commas, - and _, not {0}.</source>
        <translation>--partition に使えるのは、半角の英数字、ピリオド、コンマ、-、_ だけです（指定された値：{0}）。</translation>
    </message>
    <message>
        <source>A script cannot have a line break within a word, as {0} does: rename it.</source>
        <translation>スクリプトの引数に改行は使えません：{0}。名前を変えてください。</translation>
    </message>
    <message>
        <source>{0} is part of the command, but the script gives each worker its own: leave it out there.</source>
        <translation>コマンドに {0} がありますが、この値はスクリプトがワーカーごとに指定します。コマンドから取り除いてください。</translation>
    </message>
    <message>
        <source>{0} is for a single process, which needs no cluster: run masu {1} by itself.</source>
        <translation>{0} は 1 つのプロセス用で、クラスターは必要ありません。masu {1} をそのまま実行してください。</translation>
    </message>
    <message>
        <source>zip is one file, which grows shard after shard, so that workers cannot share it: choose another format.</source>
        <translation>zip はシャードを順に書き足していく 1 つのファイルのため、ワーカーで分担できません。ほかの形式を選んでください。</translation>
    </message>
    <message>
        <source>The run in {0} began with {1} threads for each process, and a resumed run keeps them: give --threads {1}.</source>
        <translation>{0} の実行は、プロセスあたり {1} スレッドで始まっています。再開しても変わらないため、--threads {1} を指定してください。</translation>
    </message>
    <message>
        <source>--timeout is how long processes that train together wait for each other, and there is one worker: leave it out, or start several.</source>
        <translation>--timeout は、一緒に学習するプロセスが互いを待つ時間ですが、ワーカーは 1 つです。取り除くか、ワーカーを複数にしてください。</translation>
    </message>
    <message>
        <source>The model {0} is solved by one process in closed form, not trained by steps, so that workers cannot share it: give --workers 1, or train it in a run of its own.</source>
        <translation>モデル {0} は、ステップごとの学習ではなく、1 つのプロセスが閉形式で解きます。ワーカーで分担できないため、--workers 1 を指定するか、別の実行で学習してください。</translation>
    </message>
    <message>
        <source>All workers run on the machine where this script is started.</source>
        <translation>すべてのワーカーは、このスクリプトを起動したマシンで動きます。</translation>
    </message>
    <message>
        <source>The dataset and every FILE.pt have to be in a folder that all machines share, under the same path. Rank 0 alone writes the folder of the run.</source>
        <translation>データセットと FILE.pt は、すべてのマシンが共有するフォルダーに、同じパスで置く必要があります。実行のフォルダーに書き込むのはランク 0 だけです。</translation>
    </message>
    <message>
        <source>What is read and what is written has to be in folders that all machines share, under the same path.</source>
        <translation>読み込むファイルと書き出すファイルは、すべてのマシンが共有するフォルダーに、同じパスで置く必要があります。</translation>
    </message>
    <message>
        <source>A resumed run keeps the threads and the memory that it began with.</source>
        <translation>再開した実行は、開始時のスレッド数とメモリの上限を引き継ぎます。</translation>
    </message>
    <message>
        <source>Workers: {0}. For each: --threads {1}, --memory {2}. The run was estimated to take more, so that {3} are needed for each: the estimate, a quarter more, and what the program itself takes.</source>
        <translation>ワーカー {0} 個（それぞれ {1} スレッド、--memory {2}）。実行の見積もりがこの上限を超えるため、見積もりにその 4 分の 1 とプログラム自体の分を加えて、1 個あたり {3} が必要です。</translation>
    </message>
    <message>
        <source>Workers: {0}. For each: --threads {1}, --memory {2}. {3} are needed for each: the budget, a quarter more, and what the program itself takes.</source>
        <translation>ワーカー {0} 個（それぞれ {1} スレッド、--memory {2}）。上限にその 4 分の 1 とプログラム自体の分を加えて、1 個あたり {3} が必要です。</translation>
    </message>
    <message>
        <source>The budget is that of reading: masu estimate shows what the models take.</source>
        <translation>この上限は読み込みのものです。モデルに必要なメモリは masu estimate で確認できます。</translation>
    </message>
    <message>
        <source>Relative paths begin where this script is started from, and masu has to be on the PATH of every machine, in the same version.</source>
        <translation>相対パスは、このスクリプトを起動したフォルダーが基準です。同じバージョンの masu が、すべてのマシンの PATH に必要です。</translation>
    </message>
    <message>
        <source>On several machines, set MASTER_ADDR to the name of the one of rank 0.</source>
        <translation>複数のマシンで動かすときは、MASTER_ADDR にランク 0 のマシンの名前を設定してください。</translation>
    </message>
    <message>
        <source>A worker that was stopped is started again with the same words.</source>
        <translation>停止したワーカーは、同じ引数でもう一度起動してください。</translation>
    </message>
    <message>
        <source>There are no recordings in {0}. Masu reads sound (WAV, FLAC, Ogg, AIFF …), EDF, BDF, WFDB, BrainVision, MAT, NPY, NPZ, IDX, HDF5 and CSV files, and raw samples whose layout is given.</source>
        <translation>{0} に録音がありません。Masu は音声（WAV、FLAC、Ogg、AIFF など）、EDF、BDF、WFDB、BrainVision、MAT、NPY、NPZ、IDX、HDF5、CSV のファイルと、配置を指定した生データを読めます。</translation>
    </message>
    <message>
        <source>{0} describes a BrainVision recording and is not a text table. Import its header (.vhdr) with --as recordings.</source>
        <translation>{0} は BrainVision 形式の録音の一部で、テキストの表ではありません。--as recordings を指定して、ヘッダー（.vhdr）をインポートしてください。</translation>
    </message>
    <message>
        <source>{0} is the header of a WFDB recording, not a text table. Import it with --as recordings, by a name that ends in .hea.</source>
        <translation>{0} は WFDB 形式の録音のヘッダーで、テキストの表ではありません。末尾が .hea の名前で、--as recordings を指定してインポートしてください。</translation>
    </message>
    <message>
        <source>{0} belongs to the recording that {1} describes. Import that file; for samples without a header, state their layout by --raw.</source>
        <translation>{0} は、{1} をヘッダーとする録音の一部です。{1} をインポートしてください。ヘッダーのないサンプルなら、--raw で配置を指定してください。</translation>
    </message>
    <message>
        <source>{0} does not fit its samples: {1} has {2} bytes, where {3} frames of {4} bytes are expected after the first {5}. The file was cut short, or belongs to another header.</source>
        <translation>{0} とサンプルが合いません。{1} は {2} バイトですが、先頭の {5} バイトのあとに {4} バイトのフレームが {3} 個あるはずです。ファイルが途中で切れているか、別のヘッダーのものです。</translation>
    </message>
    <message>
        <source>{0} is damaged: its {1} frames are not segments of {2} frames each.</source>
        <translation>{0} は壊れています。{1} フレームは、{2} フレームずつのセグメントに分けられません。</translation>
    </message>
    <message>
        <source>{0} describes a recording whose markers, and the gaps among them, are in {1}, which is missing. Put it beside {0}, or take the line MarkerFile out of that.</source>
        <translation>{0} の録音のマーカー（欠落の箇所を含みます）は {1} にありますが、このファイルがありません。{0} の隣に置くか、{0} から MarkerFile の行を除いてください。</translation>
    </message>
    <message>
        <source>{0} is damaged: its header gives &quot;{1}&quot; as {2}.</source>
        <translation>{0} は壊れています。ヘッダーの {2} が「{1}」です。</translation>
    </message>
    <message>
        <source>{0} stores its samples as {1}, which is not read: only BINARY is. Export the recording in binary form.</source>
        <translation>{0} のサンプルの保存形式は {1} です。読み取れるのは BINARY だけです。バイナリ形式で書き出してください。</translation>
    </message>
    <message>
        <source>{0} holds data of the type {1}, which is not read: only TIMEDOMAIN is.</source>
        <translation>{0} のデータの種類は {1} です。読み取れるのは TIMEDOMAIN だけです。</translation>
    </message>
    <message>
        <source>{0} stores its samples in the binary format {1}, which is not read: INT_16, INT_32 and IEEE_FLOAT_32 are.</source>
        <translation>{0} のサンプルのバイナリ形式は {1} です。読み取れるのは INT_16、INT_32、IEEE_FLOAT_32 です。</translation>
    </message>
    <message>
        <source>{0} states {1} = {2}, which is not read: samples have to follow each other without a gap. Export the recording again.</source>
        <translation>{0} には {1} = {2} とありますが、この形は読み取れません。サンプルは間を空けずに並んでいる必要があります。書き出し直してください。</translation>
    </message>
    <message>
        <source>{0} is not the header of a BrainVision recording of version 1 or 2.</source>
        <translation>{0} はバージョン 1 または 2 の BrainVision 形式のヘッダーではありません。</translation>
    </message>
    <message>
        <source>{0} is not a file of BrainVision markers of version 1 or 2.</source>
        <translation>{0} はバージョン 1 または 2 の BrainVision 形式のマーカーファイルではありません。</translation>
    </message>
    <message>
        <source>{0} holds more than a million markers.</source>
        <translation>{0} にはマーカーが 100 万個を超えてあります。</translation>
    </message>
    <message>
        <source>{0} is damaged: its marker {1} is at none of the {2} frames.</source>
        <translation>{0} は壊れています。マーカー {1} の位置が、{2} 個あるフレームの範囲の外です。</translation>
    </message>
    <message>
        <source>{0} names {1} as the file of its samples. Only files in its own folder, or below, are read: put the file there, and write its name into the header.</source>
        <translation>{0} では、サンプルのファイルが {1} となっています。読み取るのは、同じフォルダーとその下のファイルだけです。ファイルをそこに置き、その名前をヘッダーに書いてください。</translation>
    </message>
    <message>
        <source>{0} describes a recording whose samples are in {1}, which is missing. Put it beside {0}.</source>
        <translation>{0} の録音のサンプルは {1} にありますが、このファイルがありません。{0} の隣に置いてください。</translation>
    </message>
    <message>
        <source>{0} is cut short: {1} has {2} bytes, which hold {3} of the {4} frames that are stated.</source>
        <translation>{0} は途中で切れています。{1} は {2} バイトで、ヘッダーにある {4} フレームのうち {3} フレームしかありません。</translation>
    </message>
    <message>
        <source>{0} is damaged: the checksum of its channel {1} is {2}, where its header states {3}. Fetch {4} again.</source>
        <translation>{0} は壊れています。チャンネル {1} のチェックサムは {2} ですが、ヘッダーでは {3} です。{4} を取得し直してください。</translation>
    </message>
    <message>
        <source>{0} is damaged: its header gives &quot;{1}&quot; in the line of signal {2}, where a number is expected.</source>
        <translation>{0} は壊れています。ヘッダーの信号 {2} の行で、数値のあるべき所が「{1}」です。</translation>
    </message>
    <message>
        <source>{0} is not the header of a WFDB record.</source>
        <translation>{0} は WFDB 形式のレコードのヘッダーではありません。</translation>
    </message>
    <message>
        <source>{0} is cut short: it describes {1} of the {2} signals that it states.</source>
        <translation>{0} は途中で切れています。{2} 個あるはずの信号のうち、説明があるのは {1} 個だけです。</translation>
    </message>
    <message>
        <source>{0} describes a record of several segments, which is not read as one. Import the records that its lines name: each has a header of its own.</source>
        <translation>{0} は複数のセグメントからなるレコードのヘッダーで、1 つの録音としては読み取れません。各行にあるレコードには、それぞれヘッダーがあります。そちらをインポートしてください。</translation>
    </message>
    <message>
        <source>{0} describes a record without signals.</source>
        <translation>{0} は信号のないレコードのヘッダーです。</translation>
    </message>
    <message>
        <source>{0} is damaged: its header gives &quot;{1}&quot; as its sampling frequency.</source>
        <translation>{0} は壊れています。ヘッダーのサンプリング周波数が「{1}」です。</translation>
    </message>
    <message>
        <source>{0} is damaged: its header gives &quot;{1}&quot; as the number of samples a signal.</source>
        <translation>{0} は壊れています。ヘッダーの 1 信号あたりのサンプル数が「{1}」です。</translation>
    </message>
    <message>
        <source>{0} is damaged: its header gives &quot;{1}&quot; as the format of signal {2}.</source>
        <translation>{0} は壊れています。ヘッダーでは信号 {2} のフォーマットが「{1}」です。</translation>
    </message>
    <message>
        <source>Signal {2} of {0} is stored in the format {1}, which is not read: formats 8, 16, 24, 32, 61, 80, 160, 212, 310 and 311 are. Convert the record by xform of the WFDB software.</source>
        <translation>{0} の信号 {2} のフォーマット {1} は読み取れません。読み取れるのは 8、16、24、32、61、80、160、212、310、311 です。WFDB ソフトウェアの xform でレコードを変換してください。</translation>
    </message>
    <message>
        <source>{0} is damaged: signal {1} comes out of {2}, whose other signals do not precede it.</source>
        <translation>{0} は壊れています。信号 {1} は {2} から読み取りますが、同じファイルのほかの信号が直前に並んでいません。</translation>
    </message>
    <message>
        <source>{0} is damaged: signal {1} has another format or offset than the signals before it in {2}.</source>
        <translation>{0} は壊れています。信号 {1} のフォーマットか開始位置が、{2} のそれより前の信号と異なります。</translation>
    </message>
    <message>
        <source>{0} describes frames of more than {1} samples, which are not read.</source>
        <translation>{0} のフレームは {1} サンプルを超えているため、読み取れません。</translation>
    </message>
    <message>
        <source>{0} is damaged: it ends within an annotation, or without the mark of its end. Fetch it again.</source>
        <translation>{0} は壊れています。注釈の途中で終わっているか、終わりの印がありません。取得し直してください。</translation>
    </message>
    <message>
        <source>{0} is damaged: an annotation is before the record begins.</source>
        <translation>{0} は壊れています。レコードの始まりより前の注釈があります。</translation>
    </message>
    <message>
        <source>{0} holds more than a million annotations.</source>
        <translation>{0} には注釈が 100 万個を超えてあります。</translation>
    </message>
    <message>
        <source>{0} holds annotations in the AHA format, which is not read. Convert them by rdann and wrann of the WFDB software, or take the file away.</source>
        <translation>{0} の注釈は AHA 形式で、読み取れません。WFDB ソフトウェアの rdann と wrann で変換するか、このファイルを除いてください。</translation>
    </message>
    <message>
        <source>True class</source>
        <translation>正解のクラス</translation>
    </message>
    <message>
        <source>Confusion matrix, {0}: rows are the true class, columns the predicted one; shares are of the row</source>
        <translation>混同行列（{0}）：行が正解、列が予測。割合は行に対するもの</translation>
    </message>
    <message>
        <source>No class is confused with another.</source>
        <translation>ほかのクラスと混同されたクラスはありません。</translation>
    </message>
    <message>
        <source>Most confused classes, {0}</source>
        <translation>混同の多いクラスの組（{0}）</translation>
    </message>
    <message>
        <source>Predicted class</source>
        <translation>予測したクラス</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>サンプル数</translation>
    </message>
    <message>
        <source>Share of the true class</source>
        <translation>正解のクラスに占める割合</translation>
    </message>
    <message>
        <source>Figures of each class, {0}</source>
        <translation>クラスごとの指標（{0}）</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>適合率</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>再現率</translation>
    </message>
    <message>
        <source>Support</source>
        <translation>サンプル数</translation>
    </message>
    <message>
        <source>Counting classes</source>
        <translation>クラスを数えています</translation>
    </message>
    <message>
        <source>What the dataset holds</source>
        <translation>データセットの内容</translation>
    </message>
    <message>
        <source>Shape of a sample</source>
        <translation>サンプルの形状</translation>
    </message>
    <message>
        <source>Stored as</source>
        <translation>保存の型</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>ラベル</translation>
    </message>
    <message>
        <source>values</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>Content hash (SHA-256)</source>
        <translation>内容のハッシュ（SHA-256）</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>パート</translation>
    </message>
    <message>
        <source>Samples in a chunk</source>
        <translation>チャンクあたりのサンプル数</translation>
    </message>
    <message>
        <source>Compression</source>
        <translation>圧縮</translation>
    </message>
    <message>
        <source>Records read</source>
        <translation>読み込んだレコード</translation>
    </message>
    <message>
        <source>Records rejected</source>
        <translation>不採用のレコード</translation>
    </message>
    <message>
        <source>Records dropped</source>
        <translation>除外したレコード</translation>
    </message>
    <message>
        <source>Padded windows</source>
        <translation>パディングした窓</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>順序</translation>
    </message>
    <message>
        <source>random, by seed {0}</source>
        <translation>ランダム（シード {0}）</translation>
    </message>
    <message>
        <source>Appended to</source>
        <translation>追加前のデータセット</translation>
    </message>
    <message>
        <source>Columns in the order of the sources; figures are of all stored values</source>
        <translation>列（入力元の順）。数値は保存したすべての値から計算</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>役割</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>種類</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Std</source>
        <translation>標準偏差</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>欠損</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Times of {0} are seconds after {1} UTC.</source>
        <translation>{0} の時刻は {1} UTC からの秒数です。</translation>
    </message>
    <message>
        <source>{0} holds infinite values, which mean and std leave out.</source>
        <translation>{0} には無限大の値があり、平均と標準偏差には含めていません。</translation>
    </message>
    <message>
        <source>Samples of each class; bars are in proportion to the largest</source>
        <translation>クラスごとのサンプル数。横棒は最大のクラスに対する比</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>割合</translation>
    </message>
    <message>
        <source>Bar</source>
        <translation>横棒</translation>
    </message>
    <message>
        <source>The dataset is not split yet.</source>
        <translation>データセットはまだ分割されていません。</translation>
    </message>
    <message>
        <source>Splits</source>
        <translation>分割</translation>
    </message>
    <message>
        <source>The manifest</source>
        <translation>マニフェスト</translation>
    </message>
    <message>
        <source>Hash</source>
        <translation>ハッシュ</translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>はい</translation>
    </message>
    <message>
        <source>no</source>
        <translation>いいえ</translation>
    </message>
    <message>
        <source>Drawn by</source>
        <translation>分割の方法</translation>
    </message>
    <message>
        <source>Samples of each split</source>
        <translation>分割ごとのサンプル数</translation>
    </message>
    <message>
        <source>All samples</source>
        <translation>すべてのサンプル</translation>
    </message>
    <message>
        <source>Checks of the manifest {0}</source>
        <translation>マニフェスト {0} のチェック</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>チェック</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>見つかったこと</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>対処</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>比較なし</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>合格</translation>
    </message>
    <message>
        <source>serious</source>
        <translation>重大</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>チェック</translation>
    </message>
    <message>
        <source>Files that were imported; records of tables, frames of recordings</source>
        <translation>インポートしたファイル。レコード数は、録音ではフレーム数</translation>
    </message>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>レコード数</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>レート</translation>
    </message>
    <message>
        <source>Hash (XXH3)</source>
        <translation>ハッシュ（XXH3）</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>入力元</translation>
    </message>
    <message>
        <source>Read it from Python</source>
        <translation>Python での読み方</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>損失</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Balanced accuracy</source>
        <translation>バランス精度</translation>
    </message>
    <message>
        <source>Macro F1</source>
        <translation>マクロ F1</translation>
    </message>
    <message>
        <source>ROC AUC</source>
        <translation>ROC AUC</translation>
    </message>
    <message>
        <source>MAE</source>
        <translation>MAE</translation>
    </message>
    <message>
        <source>RMSE</source>
        <translation>RMSE</translation>
    </message>
    <message>
        <source>R²</source>
        <translation>R²</translation>
    </message>
    <message>
        <source>Log loss</source>
        <translation>対数損失</translation>
    </message>
    <message>
        <source>Expected calibration error (ECE)</source>
        <translation>期待校正誤差（ECE）</translation>
    </message>
    <message>
        <source>The model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>パラメーター数</translation>
    </message>
    <message>
        <source>Learning rate, at most</source>
        <translation>学習率（最大）</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>エポック</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{1} のうち {0}</translation>
    </message>
    <message>
        <source>Best epoch</source>
        <translation>最良のエポック</translation>
    </message>
    <message>
        <source>{0}, with a validation loss of {1}</source>
        <translation>{0}（検証損失 {1}）</translation>
    </message>
    <message>
        <source>Time of training</source>
        <translation>学習時間</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状態</translation>
    </message>
    <message>
        <source>not trained to its end</source>
        <translation>学習は最後まで行われていません</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>チェックポイント</translation>
    </message>
    <message>
        <source>After epoch {0}: train {1}, validation {2}.</source>
        <translation>エポック {0} のあと：学習 {1}、検証 {2}。</translation>
    </message>
    <message>
        <source>{0} by epoch</source>
        <translation>エポックごとの{0}</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>エポック</translation>
    </message>
    <message>
        <source>No epoch is complete yet.</source>
        <translation>完了したエポックはまだありません。</translation>
    </message>
    <message>
        <source>No loss of an epoch is a finite number.</source>
        <translation>損失が有限の数値になったエポックはありません。</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲線</translation>
    </message>
    <message>
        <source>Train, epoch {0}</source>
        <translation>学習（エポック {0}）</translation>
    </message>
    <message>
        <source>Validation, epoch {0}</source>
        <translation>検証（エポック {0}）</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>テスト</translation>
    </message>
    <message>
        <source>Baseline, test</source>
        <translation>基準（テスト）</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>指標</translation>
    </message>
    <message>
        <source>Figures of the best epoch, and of the test split where there is one</source>
        <translation>最良のエポックでの指標と、テスト分割での指標（ある場合）</translation>
    </message>
    <message>
        <source>How far predicted probabilities can be trusted; less is better</source>
        <translation>予測した確率がどれだけ信頼できるか。小さいほど良い</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>指標</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>校正</translation>
    </message>
    <message>
        <source>{0} at {1}</source>
        <translation>{0}（学習率 {1}）</translation>
    </message>
    <message>
        <source>{0} of {1} rows are shown.</source>
        <translation>{1} 行のうち {0} 行を表示しています。</translation>
    </message>
    <message>
        <source>Written by Masu {0}.</source>
        <translation>Masu {0} が書き出しました。</translation>
    </message>
    <message>
        <source>{0} is for datasets, and {1} is a folder: a run is reported with the split that it learned from.</source>
        <translation>{0} はデータセットに使うオプションですが、{1} はフォルダーです。実行のレポートには、学習に使った分割が載ります。</translation>
    </message>
    <message>
        <source>What the run learned from</source>
        <translation>学習に使ったデータ</translation>
    </message>
    <message>
        <source>Manifest</source>
        <translation>マニフェスト</translation>
    </message>
    <message>
        <source>Hash of the split</source>
        <translation>分割のハッシュ</translation>
    </message>
    <message>
        <source>Train samples</source>
        <translation>学習サンプル数</translation>
    </message>
    <message>
        <source>Validation samples</source>
        <translation>検証サンプル数</translation>
    </message>
    <message>
        <source>Test samples</source>
        <translation>テストサンプル数</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>データ</translation>
    </message>
    <message>
        <source>No model has begun to train yet.</source>
        <translation>学習を始めたモデルはまだありません。</translation>
    </message>
    <message>
        <source>Models of the run</source>
        <translation>この実行のモデル</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation>検証損失</translation>
    </message>
    <message>
        <source>Test accuracy</source>
        <translation>テスト精度</translation>
    </message>
    <message>
        <source>Test RMSE</source>
        <translation>テスト RMSE</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Settings as recorded in the run; an empty one is the default</source>
        <translation>実行に記録された設定。空欄は既定値</translation>
    </message>
    <message>
        <source>Option</source>
        <translation>オプション</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>値</translation>
    </message>
    <message>
        <source>Chosen by the data, as</source>
        <translation>データに合わせて選んだ理由</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>What the receipt of the run says; masu receipt check compares it</source>
        <translation>実行のレシートの内容。masu receipt check で照合できます</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>not ended</source>
        <translation>未終了</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>Hash of the settings</source>
        <translation>設定のハッシュ</translation>
    </message>
    <message>
        <source>Order of samples</source>
        <translation>サンプルの順序</translation>
    </message>
    <message>
        <source>Random seed</source>
        <translation>乱数のシード</translation>
    </message>
    <message>
        <source>Receipt</source>
        <translation>レシート</translation>
    </message>
    <message>
        <source>What the run computed with</source>
        <translation>計算に使ったもの</translation>
    </message>
    <message>
        <source>From step</source>
        <translation>開始ステップ</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>命令セット</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>スレッド数</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>プロセッサー</translation>
    </message>
    <message>
        <source>The file of its splits is not there.</source>
        <translation>分割のファイルがありません。</translation>
    </message>
    <message>
        <source>{0} is an Excel workbook of a kind that is not read: a binary one (.xlsb), or one within another file. Unpack it, or save it as .xlsx, and import that.</source>
        <translation>{0} は、読み取れない種類の Excel のブックです（バイナリ形式（.xlsb）か、別のファイルの中にあるブック）。展開するか、.xlsx として保存し直してからインポートしてください。</translation>
    </message>
    <message>
        <source>{0} is a document of Microsoft Office, such as an Excel workbook, and encrypted. Open it with its password, save it without one, and import that.</source>
        <translation>{0} は Excel のブックなどの Microsoft Office の文書で、暗号化されています。パスワードで開き、パスワードなしで保存し直してからインポートしてください。</translation>
    </message>
    <message>
        <source>{0} is a document of Microsoft Office, such as an old Excel workbook (.xls), which is not read. Save it as .xlsx, or the sheet that is meant as CSV, and import that.</source>
        <translation>{0} は、古い形式の Excel のブック（.xls）などの Microsoft Office の文書で、読み取れません。.xlsx として保存し直すか、目的のシートを CSV として保存してからインポートしてください。</translation>
    </message>
    <message>
        <source>{0} is an Excel workbook without a sheet of cells.</source>
        <translation>{0} は、セルのシートが 1 つもない Excel のブックです。</translation>
    </message>
    <message>
        <source>{0} has no sheet {1}. It has {2}.</source>
        <translation>{0} にシート {1} はありません。あるのは {2} です。</translation>
    </message>
    <message>
        <source>The sheet {1} of {0} is empty: it has no records to import. Name another one as {0}#NAME.</source>
        <translation>{0} のシート {1} は空で、インポートするレコードがありません。別のシートは {0}#シート名 の形で指定してください。</translation>
    </message>
    <message>
        <source>{0} has several sheets, of which {1} is read. Another one is named as {0}#NAME: {2}.</source>
        <translation>{0} には複数のシートがあり、{1} を読み取ります。別のシート（{2}）は {0}#シート名 の形で指定できます。</translation>
    </message>
    <message>
        <source>Cells with errors in the sheet {1} of {0}: {2}, the first with {3} in {4}. They count as missing.</source>
        <translation>{0} のシート {1} には、エラーのセルが {2} 個あります（最初は {4} の {3}）。欠損値として扱います。</translation>
    </message>
    <message>
        <source>Ranges of merged cells in the sheet {1} of {0}: {2}, the first {3}. Only the first cell of each has a value; the others count as missing.</source>
        <translation>{0} のシート {1} には、結合セルが {2} か所あります（最初は {3}）。値は先頭のセルにだけあり、ほかのセルは欠損値として扱います。</translation>
    </message>
    <message>
        <source>Cells in the sheet {1} of {0} hold line breaks, first in row {2}. The line numbers of records below are larger than their rows.</source>
        <translation>{0} のシート {1} には、改行を含むセルがあります（最初は {2} 行目）。それより下のレコードの行番号は、シートの行番号より大きくなります。</translation>
    </message>
    <message>
        <source>{0} is an Excel workbook, which {1} does not apply to. Leave it out.</source>
        <translation>{0} は Excel のブックなので、{1} は使えません。指定を外してください。</translation>
    </message>
    <message>
        <source>The next row is called {0}, which cannot follow it. Open the workbook, and save it again.</source>
        <translation>次の行の番号が {0} になっていますが、その位置に来ることはできません。ブックを開いて保存し直してください。</translation>
    </message>
    <message>
        <source>A cell of it is called {0}, which cannot follow those before it. Open the workbook, and save it again.</source>
        <translation>この行に {0} というセルがありますが、前のセルに続く位置ではありません。ブックを開いて保存し直してください。</translation>
    </message>
    <message>
        <source>A row has more than {0} cells, as many as Excel has columns.</source>
        <translation>Excel の列の上限（{0}）より多くのセルがある行です。</translation>
    </message>
    <message>
        <source>The row is longer than {0} bytes, the limit of --longest-record. Allow more if it is meant.</source>
        <translation>この行は --longest-record の上限（{0} バイト）より長くなっています。意図したものであれば、上限を上げてください。</translation>
    </message>
    <message>
        <source>A cell of it refers to the shared text {0}, which is missing. Open the workbook, and save it again.</source>
        <translation>この行のセルが参照する共有文字列 {0} がありません。ブックを開いて保存し直してください。</translation>
    </message>
    <message>
        <source>{0} is damaged: it lacks its part {1}. Open the workbook, and save it again.</source>
        <translation>{0} は壊れています：{1} がありません。ブックを開いて保存し直してください。</translation>
    </message>
    <message>
        <source>{1} in {0} is not whole XML: it is damaged in its line {2}. Open the workbook, and save it again.</source>
        <translation>{0} の中の {1} は正しい XML ではなく、その {2} 行目で壊れています。ブックを開いて保存し直してください。</translation>
    </message>
    <message>
        <source>{1} in {0} declares a document type or entities, as no workbook does and XML bombs do: it is not read. Open the workbook, and save it again, if you trust it.</source>
        <translation>{0} の中の {1} は、ブックにはなく XML 爆弾にある、文書型やエンティティの宣言を含むため、読み取りません。信頼できるものであれば、ブックを開いて保存し直してください。</translation>
    </message>
    <message>
        <source>{1} in {0} has longer, deeper or more elements than any workbook needs: it is not read. Save the sheet that is meant as CSV, and import that.</source>
        <translation>{0} の中の {1} には、ブックに必要な範囲を超えて長い、深い、または多い要素があるため、読み取りません。目的のシートを CSV として保存してからインポートしてください。</translation>
    </message>
    <message>
        <source>{0} is an Excel workbook, and the other sources of the import are not spelled as its sheets are read: UTF-8 with commas, double quotes and decimal points. Import them separately, or save the sheet as CSV like them.</source>
        <translation>{0} は Excel のブックで、シートは UTF-8、カンマ区切り、二重引用符、小数点がピリオドの表として読み取りますが、このインポートのほかの入力元は書式が異なります。別々にインポートするか、シートをほかと同じ書式の CSV として保存してください。</translation>
    </message>
    <message>
        <source>Reading the sheet {1} of {0} ended at row {2}. {3}</source>
        <translation>{0} のシート {1} の読み取りは、{2} 行目で中断しました。{3}</translation>
    </message>
    <message>
        <source>Folds are trained by a single process, but a launcher started {0}. Start masu suspects without it, or train a run on each fold with it and name these by --runs.</source>
        <translation>フォールドの学習は 1 つのプロセスで行いますが、ランチャーが {0} 個のプロセスを起動しています。ランチャーを使わずに masu suspects を実行するか、ランチャーでフォールドごとに学習し、その実行を --runs で指定してください。</translation>
    </message>
    <message>
        <source>A pipe and files cannot be sources of one import: import the one, then append the other.</source>
        <translation>パイプとファイルを 1 回のインポートの入力元にすることはできません。一方をインポートしてから、もう一方を append で追加してください。</translation>
    </message>
    <message>
        <source>The models agree with {0} of {1} labels, no more than one class for all samples would ({2}): suspects and shares may be mistakes of the models. Train for more epochs, or another model.</source>
        <translation>モデルの予測は {1} 個のラベルのうち {0} 個としか一致せず、すべてのサンプルに 1 つのクラスを答えた場合（{2} 個）を超えません。疑わしいサンプルと割合は、モデルの間違いによるものかもしれません。エポックを増やすか、別のモデルで学習してください。</translation>
    </message>
    <message>
        <source>{1} is set in the environment and {0} is not, so that --part auto cannot find the number of this worker: set {0} for each of them, or give --part I/N.</source>
        <translation>環境変数 {1} は設定されていますが {0} が設定されていないため、--part auto でこのワーカーの番号を決められません。各ワーカーに {0} を設定するか、--part I/N を指定してください。</translation>
    </message>
    <message>
        <source>The {0} tasks of this job array, from {1} to {2}, are not a series with equal steps, so that --part auto cannot find the number of task {3} among them: give --part I/N.</source>
        <translation>このジョブ配列の {0} 個のタスク（{1} から {2} まで）は番号が等間隔ではないため、--part auto ではタスク {3} が何番目かを決められません。--part I/N を指定してください。</translation>
    </message>
    <message>
        <source>--part auto takes the number of this worker from the variables of what started it, and none of {0} is set: start the workers by srun, by mpirun or in a job array of Slurm, or give each --part I/N.</source>
        <translation>--part auto は、ワーカーを起動したプログラムが設定する環境変数から番号を決めますが、{0} のどれも設定されていません。srun、mpirun、または Slurm のジョブ配列でワーカーを起動するか、それぞれに --part I/N を指定してください。</translation>
    </message>
    <message>
        <source>This is one of {0} processes ({1}) in one of {2} tasks of a job array ({3}), so that --part auto cannot find out whether these tasks share their work: give --part I/N, or set RANK and WORLD_SIZE.</source>
        <translation>これは、ジョブ配列の {2} 個のタスク（{3}）の 1 つで動く {0} 個のプロセス（{1}）の 1 つです。タスクどうしで作業を分担するのかどうかを --part auto では判断できません。--part I/N を指定するか、RANK と WORLD_SIZE を設定してください。</translation>
    </message>
    <message>
        <source>{0} is for masu train alone: masu {1} does not compute on cards. Leave it out.</source>
        <translation>{0} は masu train 専用です。masu {1} はカードで計算しないので、指定しないでください。</translation>
    </message>
    <message>
        <source>{0} goes with slurm only: {1} is not asked for cards, and the workers of a machine take turns with those that it has. Leave it out.</source>
        <translation>{0} は slurm でのみ使えます。{1} ではカードを要求できず、マシンにあるカードをワーカーで順に使うので、指定しないでください。</translation>
    </message>
    <message>
        <source>A worker trains on one card, so that the others of {0} {1} would be idle: give {0} 1, and more --workers.</source>
        <translation>1 つのワーカーが学習に使うカードは 1 枚なので、{0} {1} では残りのカードが使われません。{0} 1 を指定し、--workers を増やしてください。</translation>
    </message>
    <message>
        <source>Each worker gets one card. Where LibTorch is one without CUDA, it trains on the processor: events.jsonl in the folder of the run names the device of each rank.</source>
        <translation>各ワーカーにカードを 1 枚割り当てます。LibTorch が CUDA に対応していない場合は、プロセッサーで学習します。各ランクのデバイスは、実行のフォルダーの events.jsonl に記録されます。</translation>
    </message>
    <message>
        <source>{0} is a link to the training run in {1}, and nothing was removed. Delete the run as {1}, and remove the link with rm.</source>
        <translation>{0} は {1} にある学習の実行結果へのリンクなので、何も削除しませんでした。実行結果は {1} を指定して削除し、リンクは rm で削除してください。</translation>
    </message>
    <message>
        <source>{1} was written again since the import of {0} was interrupted: only its modification time has changed, its size ({2} bytes) is the same. If its content is the same, too, reset that time with touch -d {3}; else import again without resuming.</source>
        <translation>{1} は {0} の取り込みが中断された後に書き直されています。変わったのは更新日時だけで、サイズ（{2} バイト）は同じです。内容も同じなら touch -d {3} で更新日時を元に戻してください。そうでなければ、再開せずに取り込み直してください。</translation>
    </message>
    <message>
        <source>A key of {0} is empty. Its column is called {1}, by its place.</source>
        <translation>{0} には空のキーがあります。その列は位置に基づいて {1} と呼びます。</translation>
    </message>
    <message>
        <source>{0} is passed over: it only says that {1} is open in another program. Changes that are not saved there are not imported.</source>
        <translation>{0} は読み飛ばします。{1} が別のプログラムで開かれていることを示すだけのファイルです。そこでまだ保存されていない変更は取り込まれません。</translation>
    </message>
    <message>
        <source>{0} is not a table: it only says that {1} is open in another program. Import that file.</source>
        <translation>{0} は表ではなく、{1} が別のプログラムで開かれていることを示すだけのファイルです。{1} を取り込んでください。</translation>
    </message>
    <message>
        <source>No sheet of {0} is called {2}. {1} is read, the one with that number.</source>
        <translation>{0} に {2} という名前のシートはありません。その番号のシート {1} を読み取ります。</translation>
    </message>
    <message>
        <source>The archive {0} holds no CSV file, but Excel workbooks, such as {1}, which are not read within an archive. Unpack it, e.g. by unzip, and import the workbooks or their folder.</source>
        <translation>アーカイブ {0} には CSV ファイルがなく、{1} などの Excel ブックがありますが、アーカイブ内のブックは読み取りません。unzip などで展開し、ブックまたはそのフォルダーを取り込んでください。</translation>
    </message>
    <message>
        <source>{0} states &quot;{1}&quot; as the time resolution of its annotations, which is not a number above 0, so that their times are unknown. Fetch it again, or take the file away.</source>
        <translation>{0} は注釈の時間分解能を「{1}」としていますが、0 より大きい数値ではないため、注釈の時刻が分かりません。もう一度入手するか、このファイルを除いてください。</translation>
    </message>
    <message>
        <source>The first records of {0} hold words, such as {1}, where those below hold numbers (records: {3}, columns: {2}). If they are a header of several rows, make one row of them in the source.</source>
        <translation>{0} の先頭のレコードには、以降のレコードでは数値になっているところに {1} などの語があります（レコード数: {3}、列数: {2}）。複数行のヘッダーであれば、入力元で 1 行にまとめてください。</translation>
    </message>
    <message>
        <source>The first records below the header of {0} hold words, such as {1}, where those below them hold numbers (records: {3}, columns: {2}). If they belong to the header, such as units, join them with it in the source, or take them out.</source>
        <translation>{0} のヘッダーの直後のレコードには、以降のレコードでは数値になっているところに {1} などの語があります（レコード数: {3}、列数: {2}）。単位などヘッダーの一部であれば、入力元でヘッダーにまとめるか、取り除いてください。</translation>
    </message>
    <message>
        <source>Surveyed cells of column {0} that look like numbers with thousands separators and a sign beside them or in parentheses, such as {1}: {2} of {3}. They are not read as numbers but as words. To have numbers, remove the sign from the source, or write a minus for parentheses that mean it, and give --thousands &quot;{4}&quot;.</source>
        <translation>列 {0} で調べたセル {3} 個のうち {2} 個は {1} のように桁区切りと、記号または括弧の付いた数値に見えますが、数値ではなく語として読みます。数値にするには、入力元から記号を取り除くか、負の数を表す括弧をマイナス記号に書き換えたうえで、--thousands &quot;{4}&quot; を指定してください。</translation>
    </message>
    <message>
        <source>Another program changed files in the folder in which workers write {0}. Remove {1} to begin again.</source>
        <translation>ワーカーが {0} を作成しているフォルダーのファイルを、別のプログラムが変更しました。{1} を削除して最初からやり直してください。</translation>
    </message>
    <message>
        <source>A conversion by several workers does not replace a dataset: a worker that starts late would replace what the others made. Remove {0}, or convert without --part.</source>
        <translation>複数のワーカーによる変換では、既存のデータセットを置き換えません（遅れて始まったワーカーが、ほかのワーカーの結果を置き換えてしまうためです）。{0} を削除するか、--part なしで変換してください。</translation>
    </message>
    <message>
        <source>The conversion to {0} that other workers have begun is of another dataset, or has other options or another version of Masu. Use the same ones, or remove {1} to begin again.</source>
        <translation>ほかのワーカーが始めた {0} への変換とは、元のデータセット、オプション、または Masu のバージョンが異なります。同じものを使うか、{1} を削除して最初からやり直してください。</translation>
    </message>
    <message>
        <source>{0} is not as it was when its wrong labels were looked for: look for them again.</source>
        <translation>{0} は、ラベルの誤りを探したときから変わっています。もう一度探してください。</translation>
    </message>
    <message>
        <source>{0} holds edits of the labels of what {1} was until now, and would belong to another dataset. Move it away first, or choose another name to write to.</source>
        <translation>{0} には、今までの {1} のラベルの編集が保存されており、そのまま書き込むと別のデータセットのものになります。先に別の場所へ移すか、別の名前で書き込んでください。</translation>
    </message>
    <message>
        <source>{0} is where {1} keeps the edits of its labels. Choose another name.</source>
        <translation>{0} は {1} がラベルの編集を保存する場所です。別の名前を選んでください。</translation>
    </message>
    <message>
        <source>The edits of labels in {0} are damaged, so that the labels are not known. Bring back a copy of the file, or move it away to have the labels as they were imported.</source>
        <translation>{0} のラベルの編集が壊れているため、ラベルがわかりません。ファイルのコピーを元に戻すか、別の場所に移してインポート時のラベルを使ってください。</translation>
    </message>
    <message>
        <source>a class is named twice, or there is none</source>
        <translation>クラスが重複しているか、1 つもありません</translation>
    </message>
    <message>
        <source>the classes before do not all become one of those after</source>
        <translation>編集前のクラスの中に、編集後のどのクラスにも対応しないものがあります</translation>
    </message>
    <message>
        <source>a sample is beyond the last one</source>
        <translation>最後のサンプルを超える番号があります</translation>
    </message>
    <message>
        <source>a code is of no class, or there are other than one for each sample</source>
        <translation>どのクラスにも対応しないコードがあるか、コードの数がサンプルの数と一致しません</translation>
    </message>
    <message>
        <source>The edits of labels in {0} belong to another dataset than the one beside them. Move the file to that dataset, or away.</source>
        <translation>{0} のラベルの編集は、隣にあるデータセットとは別のデータセットのものです。ファイルを元のデータセットの隣か、別の場所に移してください。</translation>
    </message>
    <message>
        <source>There is no edition {0} of the labels: {1} has {2}.</source>
        <translation>ラベルの版 {0} はありません。{1} にある版は {2} 個です。</translation>
    </message>
    <message>
        <source>Another program edited the labels since they were read here: {0} is at edition {1} now. Nothing was changed; give the command again.</source>
        <translation>ここで読み込んだ後に、別のプログラムがラベルを編集しました。{0} は現在、版 {1} です。何も変更していません。もう一度実行してください。</translation>
    </message>
    <message>
        <source>The labels were not edited: {0}.</source>
        <translation>ラベルは編集されませんでした：{0}。</translation>
    </message>
    <message>
        <source>{0} holds edits of classes, but the labels of {1} are not classes. Move it away.</source>
        <translation>{0} にはクラスの編集が保存されていますが、{1} のラベルはクラスではありません。{0} を別の場所に移してください。</translation>
    </message>
    <message>
        <source>The labels of {0} were edited, and the edits are of its samples as they are. Write a dataset with them (masu convert --apply-edits), and append to that.</source>
        <translation>{0} のラベルは編集されており、編集は現在のサンプルに対するものです。masu convert --apply-edits で編集を反映したデータセットを書き出し、それに追加してください。</translation>
    </message>
    <message>
        <source>The labels of {0} are as they were imported: there is nothing for --apply-edits.</source>
        <translation>{0} のラベルはインポート時のままなので、--apply-edits で反映するものがありません。</translation>
    </message>
    <message>
        <source>The labels of {0} were edited (edition {1}). Give --apply-edits to write them as they are now, or return to the labels of the import first (masu label --undo).</source>
        <translation>{0} のラベルは編集されています（版 {1}）。現在のラベルを書き出すには --apply-edits を指定してください。または、先に masu label --undo でインポート時のラベルに戻してください。</translation>
    </message>
    <message>
        <source>Comparing the labels</source>
        <translation>ラベルを比較中</translation>
    </message>
    <message>
        <source>{0} must begin with a header that names the column label and either sample or source and position, such as sample,label.</source>
        <translation>{0} の先頭には、列 label と、sample または source と position を含む見出し行が必要です（例：sample,label）。</translation>
    </message>
    <message>
        <source>The labels of {0} are not classes: only those can be edited.</source>
        <translation>{0} のラベルはクラスではありません。編集できるのはクラスだけです。</translation>
    </message>
    <message>
        <source>{0} is a copy of {1} and shares the edits of its labels, which were not changed. For edits of its own, write it with masu convert --apply-edits.</source>
        <translation>{0} は {1} のコピーで、ラベルの編集を共有しています。編集は変更していません。独自に編集するには、masu convert --apply-edits で書き出してください。</translation>
    </message>
    <message>
        <source>{0} was replaced by another program meanwhile. Its labels were not edited.</source>
        <translation>その間に {0} が別のプログラムによって置き換えられました。ラベルは編集していません。</translation>
    </message>
    <message>
        <source>The manifest {0} of {1} is frozen, and with it the labels that it is used with. Write a dataset to edit with masu convert --without-splits.</source>
        <translation>{1} のマニフェスト {0} は凍結されており、それと共に使うラベルも変更できません。masu convert --without-splits で編集用のデータセットを書き出してください。</translation>
    </message>
    <message>
        <source>Reading the list</source>
        <translation>リストを読み込み中</translation>
    </message>
    <message>
        <source>{0} is not OLD=NEW with a class OLD of {1} (--rename). It has: {2}.</source>
        <translation>{0} は、{1} のクラス OLD による OLD=NEW の形ではありません（--rename）。クラス：{2}。</translation>
    </message>
    <message>
        <source>The class {0} is renamed twice (--rename).</source>
        <translation>クラス {0} の名前が 2 回変更されています（--rename）。</translation>
    </message>
    <message>
        <source>There is no edit of the labels of {0} to undo: they are as they were imported.</source>
        <translation>{0} には元に戻すラベルの編集がありません。ラベルはインポート時のままです。</translation>
    </message>
    <message>
        <source>Edition of the labels</source>
        <translation>ラベルの版</translation>
    </message>
    <message>
        <source>Hash of the labels</source>
        <translation>ラベルのハッシュ</translation>
    </message>
    <message>
        <source>The labels of {0} were edited since the run in {1} learned from it, and what is asked for depends on them. Undo the edits (masu label --undo), or train again.</source>
        <translation>{1} の実行が学習した後に {0} のラベルが編集されており、求められた内容はラベルに依存します。編集を元に戻す（masu label --undo）か、もう一度学習してください。</translation>
    </message>
    <message>
        <source>{0} is damaged: the label of sample {1} is of no class. Import the dataset again.</source>
        <translation>{0} は壊れています：サンプル {1} のラベルはどのクラスでもありません。データセットをもう一度インポートしてください。</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; cannot be the name of a class: it is empty, or not UTF-8 text.</source>
        <translation>「{0}」はクラス名にできません：空であるか、UTF-8 のテキストではありません。</translation>
    </message>
    <message>
        <source>Column {2} has {3} in line {1} of {0}, a time without a date in a column of dates.</source>
        <translation>{0} の {1} 行目、列 {2} の「{3}」は、日付の列にある、日付のない時刻です。</translation>
    </message>
    <message>
        <source>Column {2} has {3} in line {1} of {0}, a date in a column of times of day.</source>
        <translation>{0} の {1} 行目、列 {2} の「{3}」は、時刻だけの列にある日付です。</translation>
    </message>
    <message>
        <source>Column {2} has {3} in line {1} of {0}, a date in another order of day, month and year than the column is read in. Give the right order by --date-order.</source>
        <translation>{0} の {1} 行目、列 {2} の「{3}」は、列を読み取る年月日の順序とは異なる順序の日付です。正しい順序を --date-order で指定してください。</translation>
    </message>
    <message>
        <source>a time without a date in a column of dates</source>
        <translation>日付の列にある、日付のない時刻</translation>
    </message>
    <message>
        <source>a date in a column of times of day</source>
        <translation>時刻だけの列にある日付</translation>
    </message>
    <message>
        <source>a date in another order of day, month and year</source>
        <translation>年月日の順序が異なる日付</translation>
    </message>
    <message>
        <source>The label {0} holds {1} ({2}), a whole number with zeros before it, of which the survey had met none: the zeros would be lost, and different classes become one. Nothing was imported. Give --type {0}=category to keep each as a class of its own, or --type {0}=number to count them as one.</source>
        <translation>ラベル {0} に、先頭に 0 が付く整数 {1} があります（{2}）。調査では見つかりませんでした。このままでは先頭の 0 が失われ、別のクラスが同じクラスになります。何もインポートしていません。それぞれを別のクラスにするには --type {0}=category を、同じクラスとして数えるには --type {0}=number を指定してください。</translation>
    </message>
    <message>
        <source>Column {0} holds {1} ({2}), a whole number with zeros before it, of which the survey had met none: stored as a number, it would lose the zeros. Nothing was imported. Give --text {0} in place of --keep {0} to keep all digits, or --type {0}=number to keep the numbers alone.</source>
        <translation>列 {0} に、先頭に 0 が付く整数 {1} があります（{2}）。調査では見つかりませんでした。数値として保存すると先頭の 0 が失われます。何もインポートしていません。すべての桁を保つには --keep {0} の代わりに --text {0} を、数値だけを保てばよいなら --type {0}=number を指定してください。</translation>
    </message>
    <message>
        <source>Column {0} holds {1} ({2}), which is a date in the order {3} alone, while the order {4} that the column is read in was a guess: all its dates may have day and month exchanged. Nothing was imported. Give the order by --date-order {3}, or by --date-order {4} to reject such dates.</source>
        <translation>列 {0} に、{3} の順でしか日付にならない {1} があります（{2}）。列を読み取る順序 {4} は推測だったため、すべての日付で日と月が入れ替わっているおそれがあります。何もインポートしていません。順序を --date-order {3} で指定するか、このような日付を除外するには --date-order {4} を指定してください。</translation>
    </message>
    <message>
        <source>Labels {0} with zeros before a whole number, which count as the class without the zeros, as in the recipe or dataset: {1}, the first in line {3} of {2}.</source>
        <translation>ラベル {0} に、先頭に 0 が付く整数が {1} 個あります（最初のものは {2} の {3} 行目）。レシピやデータセットに合わせ、先頭の 0 がないクラスとして数えます。</translation>
    </message>
    <message>
        <source>Cells of column {0} with zeros before a whole number, which are stored without the zeros, as in the recipe or dataset: {1}, the first in line {3} of {2}.</source>
        <translation>列 {0} に、先頭に 0 が付く整数が {1} 個あります（最初のものは {2} の {3} 行目）。レシピやデータセットに合わせ、先頭の 0 を除いて保存します。</translation>
    </message>
    <message>
        <source>Cells of column {0} that are dates in the order {2} alone, while the column is read in the order {3}: {1}, the first in line {5} of {4}. All other dates of the column may have day and month exchanged; if they have, import again with --date-order {2}.</source>
        <translation>列 {0} は {3} の順に読み取りますが、{2} の順でしか日付にならないセルが {1} 個あります（最初のものは {4} の {5} 行目）。列のほかの日付も、すべて日と月が入れ替わっているおそれがあります。その場合は --date-order {2} を指定してインポートし直してください。</translation>
    </message>
    <message>
        <source>{0} holds {1}, which the index.json of an export does not list there, so that it is not overwritten. Choose another folder, or move that file away.</source>
        <translation>{0} にある {1} は、書き出しの index.json に載っていないファイルなので、上書きしません。別のフォルダーを選ぶか、そのファイルを移動してください。</translation>
    </message>
    <message>
        <source>{0} holds {1}, which is not a file of a training run, so that --overwrite does not replace it. Choose another folder, or move that file away.</source>
        <translation>{0} にある {1} は学習の実行のファイルではないので、--overwrite では置き換えません。別のフォルダーを選ぶか、そのファイルを移動してください。</translation>
    </message>
    <message>
        <source>The product {0} of two columns determines the value: R² is {1} on {2} samples.</source>
        <translation>2 つの列の積 {0} から値が決まります：{2} サンプルで R² は {1} です。</translation>
    </message>
    <message>
        <source>The quotient {0} of two columns determines the value: R² is {1} on {2} samples.</source>
        <translation>2 つの列の商 {0} から値が決まります：{2} サンプルで R² は {1} です。</translation>
    </message>
    <message>
        <source>No column on a rising or falling scale, no product or quotient of two and no sum of up to {3} columns determines the value; {0} comes closest, with an R² of {1} on {2} samples. Other relations were not looked for.</source>
        <translation>単調な尺度での 1 つの列、2 つの列の積や商、{3} 列までの和のいずれからも値は決まりません。最も近いのは {0} で、{2} サンプルで R² は {1} です。ほかの関係は調べていません。</translation>
    </message>
    <message>
        <source>The shards need about {0}, but only {1} is free at {2}. Free some space, or choose another place.</source>
        <translation>シャードには約 {0} が必要ですが、{2} の空きは {1} しかありません。空きを作るか、別の場所を選んでください。</translation>
    </message>
    <message>
        <source>The attribute {2} of {0} is a table in each of its cells (relational), which is not read. Import the .ts file of the same data, or convert it to CSV.</source>
        <translation>{0} の属性 {2} は、セルの中が表になっている（リレーショナル属性）ため、読み取れません。同じデータの .ts ファイルをインポートするか、CSV に変換してください。</translation>
    </message>
    <message>
        <source>{0} gives a time beside every value (@timeStamps true), which is not read. Write the values alone where they are at equal distances, else each series as a CSV file, and import those with --as recordings.</source>
        <translation>{0} には値ごとに時刻があり（@timeStamps true）、読み取れません。等間隔であれば値だけを、そうでなければ系列ごとに CSV ファイルを書き出し、--as recordings でインポートしてください。</translation>
    </message>
    <message>
        <source>The series of {0} have different lengths (@equalLength false), so that they are not rows of a table. Write each as a CSV file, and import those with --as recordings.</source>
        <translation>{0} の系列は長さがそろっていない（@equalLength false）ため、表の行にできません。系列ごとに CSV ファイルを書き出し、--as recordings でインポートしてください。</translation>
    </message>
    <message>
        <source>The series of {0} have {1} dimensions of {2} values, each value a column. A model of series takes them with --shape {1}x{2}.</source>
        <translation>{0} の系列は {1} 次元、各 {2} 個の値で、値ごとに 1 つの列になります。系列用のモデルには --shape {1}x{2} を指定して渡します。</translation>
    </message>
    <message>
        <source>{0} is in the format {1}, a table of which each row is a sample. Import it with --as table.</source>
        <translation>{0} は {1} 形式の表で、各行が 1 つのサンプルです。--as table でインポートしてください。</translation>
    </message>
    <message>
        <source>{0} begins with the tags of the format {1}, but has no line @data: it may be cut short.</source>
        <translation>{0} は {1} 形式のタグで始まりますが、@data の行がありません。ファイルが途中で切れている可能性があります。</translation>
    </message>
    <message>
        <source>{0} is in the format {2}, which {1} does not apply to. Leave it out.</source>
        <translation>{0} は {2} 形式のファイルで、{1} は使えません。このオプションを外してください。</translation>
    </message>
    <message>
        <source>{0} is a table, of which all columns are shown. Leave out --values.</source>
        <translation>{0} は表で、すべての列を表示します。--values を外してください。</translation>
    </message>
    <message>
        <source>A subset of {0} takes none of the {1} samples to divide. Give a larger --subset.</source>
        <translation>サブセット {0} では、分割する {1} サンプルのうち 1 つも選ばれません。--subset を大きくしてください。</translation>
    </message>
    <message>
        <source>The subset has {0} samples, not {1}, since groups stay whole.</source>
        <translation>グループを分けないため、サブセットは {1} サンプルではなく {0} サンプルになりました。</translation>
    </message>
    <message>
        <source>The subset has {0} samples, not {1}: the share of each class is rounded.</source>
        <translation>クラスごとに端数を丸めるため、サブセットは {1} サンプルではなく {0} サンプルになりました。</translation>
    </message>
    <message>
        <source>{0} shares no column with {1} where both are read with the delimiter {2}; its own seems to be {3}. Import it separately, or append it to the dataset of the others.</source>
        <translation>{0} と {1} を区切り文字 {2} で読み取ると、共通の列がありません。{0} の区切り文字は {3} のようです。別々にインポートするか、ほかのファイルのデータセットに追加してください。</translation>
    </message>
    <message>
        <source>{0} is in the format {1}, and the other sources of the import are not written the way it is read: with a header, commas, double quotes and decimal points. Import it separately.</source>
        <translation>{0} は {1} 形式です。同時にインポートするほかのファイルの書式は、この形式の読み取り方（見出しあり、カンマ区切り、二重引用符、小数点はピリオド）と異なります。別々にインポートしてください。</translation>
    </message>
    <message>
        <source>{0} is a .tsf file of forecasts, whose series have different lengths, and is not read. Write each series as a CSV file, and import those with --as recordings.</source>
        <translation>{0} は予測用の .tsf ファイルで、系列の長さが異なるため読み取れません。系列ごとに CSV ファイルを書き出し、--as recordings でインポートしてください。</translation>
    </message>
    <message>
        <source>A quote is never closed in line {2} of {0}.</source>
        <translation>{0} の {2} 行目に、閉じられていない引用符があります。</translation>
    </message>
    <message>
        <source>{0} gives a record a weight in line {2}, {3}, which is not read. Make an attribute of the weights, and name it by --weight.</source>
        <translation>{0} の {2} 行目のレコードには重み {3} がありますが、この形の重みは読み取れません。重みを属性にして、--weight で指定してください。</translation>
    </message>
    <message>
        <source>None of {0} surveyed records of {1} has as many values as its tags say, of which there are {2} with a class or target. Correct the tags, or the records.</source>
        <translation>調べた {1} の {0} 件のレコードのうち、値の数がタグの示す数（クラスまたは目標値を含めて {2}）と一致するものがありません。タグまたはレコードを直してください。</translation>
    </message>
    <message>
        <source>The column {0}, at column {1} of the filter, holds numbers: compare it with a number (booleans are 1 and 0), not with &quot;{2}&quot;.</source>
        <translation>絞り込みの {1} 文字目の列 {0} は数値です。「{2}」ではなく数値と比べてください（真偽値は 1 と 0 です）。</translation>
    </message>
    <message>
        <source>{2} does not have the split {1} that the run in {0} learned from. The run read it from {3}: name that dataset instead.</source>
        <translation>{0} の実行が学習に使った分割 {1} は、{2} にありません。実行は {3} の分割を使っています。そのデータセットを指定してください。</translation>
    </message>
    <message>
        <source>The subset has {0} samples, not {1}: a hash draws shares only on average.</source>
        <translation>サブセットは {1} サンプルではなく {0} サンプルになりました。ハッシュによる割合は、平均でしか一致しません。</translation>
    </message>
    <message>
        <source>Nothing was changed. Lines that fit no sample of {1}, or one that is listed already: {0}. The first are {2}.</source>
        <translation>何も変更していません。{1} のどのサンプルにも当てはまらない行、または別の行で指定済みのサンプルを指す行が {0} 行あります。最初のものは {2} です。</translation>
    </message>
    <message>
        <source>fits several samples of the dataset</source>
        <translation>データセットの複数のサンプルに当てはまります</translation>
    </message>
    <message>
        <source>names a sample that another line names, too</source>
        <translation>別の行と同じサンプルを指しています</translation>
    </message>
    <message>
        <source>gives no class</source>
        <translation>クラスが書かれていません</translation>
    </message>
    <message>
        <source>--calibrate is for the probabilities of classes, and the label of {0} is a value: leave it out.</source>
        <translation>--calibrate はクラスの確率を校正するもので、{0} のラベルは数値です。このオプションを外してください。</translation>
    </message>
    <message>
        <source>--calibrate fits a temperature to the validation split, and {0} has no samples for validation in this split. Leave it out, or split the dataset with a share for validation.</source>
        <translation>--calibrate は検証用のデータから温度を求めますが、{0} のこの分割には検証用のサンプルがありません。このオプションを外すか、検証の割合を指定して分割してください。</translation>
    </message>
    <message>
        <source>The dates that were looked at are the same in any order of day, month and year, so that --date-order {0} makes no difference to them.</source>
        <translation>事前に調べた範囲の日付は、年月日をどの順序で読んでも同じで、--date-order {0} を指定しても変わりません。</translation>
    </message>
    <message>
        <source>New categories in column {0} ({1}): {2}.</source>
        <translation>列 {0} の新しいカテゴリー（{1} 個）：{2}。</translation>
    </message>
    <message>
        <source>Nothing was changed. Line {0} of {1} {2}.</source>
        <translation>何も変更していません。{1} の {0} 行目：{2}。</translation>
    </message>
    <message>
        <source>No temperature was fitted: no output of the model is a finite number.</source>
        <translation>温度は求められませんでした。モデルの出力がすべて、有限の数値ではありません。</translation>
    </message>
    <message>
        <source>The temperature is {0}, fitted to {1} of {2} validation samples: their log loss is {3} with it, {4} without.</source>
        <translation>温度は {0} です（検証サンプル {2} 個のうち {1} 個から算出）。その対数損失は、温度を使うと {3}、使わないと {4} です。</translation>
    </message>
    <message>
        <source>{0} is damaged: its outputs cannot be divided by a temperature of {1}, which is a number from 0.01 to 100.</source>
        <translation>{0} は破損しています。出力を割る温度が {1} となっていますが、温度は 0.01～100 の数です。</translation>
    </message>
    <message>
        <source>--calibrate fits a temperature in one process, and {0} train this run: train or resume it in one, or begin a run without --calibrate.</source>
        <translation>--calibrate の温度は 1 つのプロセスで求めますが、この実行は {0} 個のプロセスで学習しようとしています。1 つのプロセスで学習または再開するか、--calibrate なしの実行を新しく始めてください。</translation>
    </message>
    <message>
        <source>--calibrate fits a temperature in one process, so that workers cannot share such a training run: give --workers 1, or begin one without --calibrate.</source>
        <translation>--calibrate の温度は 1 つのプロセスで求めるため、この学習はワーカーで分担できません。--workers 1 を指定するか、--calibrate なしの実行を新しく始めてください。</translation>
    </message>
    <message>
        <source>names no sample of the dataset, which are numbered from 0</source>
        <translation>データセットにないサンプルの番号です（番号は 0 から）</translation>
    </message>
    <message>
        <source>names a source and position where the dataset has no sample</source>
        <translation>指定されたソースと位置に、データセットのサンプルがありません</translation>
    </message>
    <message>
        <source>names a sample that is not at that source and position</source>
        <translation>指定されたサンプルは、そのソースと位置にはありません</translation>
    </message>
    <message>
        <source>has a quote that never closes</source>
        <translation>引用符が閉じられていません</translation>
    </message>
    <message>
        <source>has more cells than the header</source>
        <translation>セルの数が見出しより多くなっています</translation>
    </message>
    <message>
        <source>The header of {0} names the column {1} twice: take one of them out.</source>
        <translation>{0} の見出しに、列 {1} が 2 回あります。一方を取り除いてください。</translation>
    </message>
    <message>
        <source>Nothing was changed. Line {0} of {1} {2}. With others, for the same reason or another, {3} lines cannot be used: {4}.</source>
        <translation>何も変更していません。{1} の {0} 行目：{2}。理由が異なるものも含め、{3} 行が使えません：{4} 行目。</translation>
    </message>
    <message>
        <source>No temperature was fitted: no class is rated above the true one in any of the validation samples that were used ({0}), so that none is better than a lower one.</source>
        <translation>温度は求められませんでした。使用した検証サンプル（{0} 個）のどれでも、正解クラスより高く評価されたクラスがなく、最適な温度がないためです。</translation>
    </message>
    <message>
        <source>The figures of the test split below are computed with it, others without.</source>
        <translation>下の表では、テストの値は温度を使って、ほかの値は使わずに計算しています。</translation>
    </message>
    <message>
        <source>{0} divides outputs by the temperature {1}, and the log of the run has {2} (1: none).</source>
        <translation>{0} は出力を温度 {1} で割りますが、実行のログでは {2} です（1 は温度なし）。</translation>
    </message>
    <message>
        <source>The worker that completes {0} failed: {1}</source>
        <translation>{0} を完成させるワーカーでエラーが起きました：{1}</translation>
    </message>
    <message>
        <source>A run trains at most {0} models, not {1}: name fewer of --model and --lr, or choose fewer --repeats.</source>
        <translation>1 つの実行で学習できるモデルは {0} 個までです（指定では {1} 個）。--model か --lr を減らすか、--repeats を小さくしてください。</translation>
    </message>
    <message>
        <source>{0}, repeat {1}</source>
        <translation>{0}、{1} 回目</translation>
    </message>
    <message>
        <source>Mean ± standard deviation of the repeats of a model</source>
        <translation>繰り返し学習したモデルの平均 ± 標準偏差</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>繰り返し</translation>
    </message>
    <message>
        <source>this model</source>
        <translation>このモデル</translation>
    </message>
    <message>
        <source>Reliability, {0}</source>
        <translation>信頼度図（{0}）</translation>
    </message>
    <message>
        <source>Accuracy by the mean probability of the predicted class, in 15 ranges of it; where the two are equal, probabilities are calibrated.</source>
        <translation>予測したクラスの確率を 15 区間に分け、区間の平均確率に対する正解率を示します。両者が等しければ、確率は校正されています。</translation>
    </message>
    <message>
        <source>Probability of the predicted class</source>
        <translation>予測したクラスの確率</translation>
    </message>
    <message>
        <source>calibrated</source>
        <translation>校正された確率</translation>
    </message>
    <message>
        <source>a third of the epochs, at least 5, with {0} validation samples to stop by</source>
        <translation>エポック数の 3 分の 1（5 以上）。判断に使う検証サンプルは {0} 個</translation>
    </message>
    <message>
        <source>The state is after {0} batches of an epoch that has {1}, so that it is damaged.</source>
        <translation>この状態は {0} バッチ目の後を指していますが、エポックには {1} バッチしかありません。状態が壊れています。</translation>
    </message>
    <message>
        <source>The augmentation {0} is given twice; give it once.</source>
        <translation>データ拡張 {0} が 2 回指定されています。1 回だけ指定してください。</translation>
    </message>
    <message>
        <source>{0} has no label: {1} is not UTF-8. Rename its folder or file, or save the list of labels as UTF-8.</source>
        <translation>{0} にはラベルがありません。{1} が UTF-8 ではないためです。フォルダーかファイルの名前を変えるか、ラベルのリストを UTF-8 で保存してください。</translation>
    </message>
    <message>
        <source>{0} has no group: {1} is not UTF-8. Rename its folder or file, or save the list of groups as UTF-8.</source>
        <translation>{0} にはグループがありません。{1} が UTF-8 ではないためです。フォルダーかファイルの名前を変えるか、グループのリストを UTF-8 で保存してください。</translation>
    </message>
    <message>
        <source>Average precision</source>
        <translation>平均適合率</translation>
    </message>
    <message>
        <source>chance</source>
        <translation>偶然</translation>
    </message>
    <message>
        <source>ROC curve, {0}</source>
        <translation>ROC 曲線（{0}）</translation>
    </message>
    <message>
        <source>Recall of the second class by the share of samples of the first that are taken for it, for every threshold of its probability.</source>
        <translation>2 番目のクラスの確率のしきい値ごとに、2 番目のクラスの再現率と、誤って 2 番目とされた 1 番目のクラスのサンプルの割合との関係を示します。</translation>
    </message>
    <message>
        <source>False positive rate</source>
        <translation>偽陽性率</translation>
    </message>
    <message>
        <source>Precision-recall curve, {0}</source>
        <translation>適合率・再現率曲線（{0}）</translation>
    </message>
    <message>
        <source>Precision of the second class by its recall, for every threshold of its probability; chance gives its share of the samples.</source>
        <translation>2 番目のクラスの確率のしきい値ごとに、適合率と再現率の関係を示します。偶然の場合の適合率は、サンプルに占める 2 番目のクラスの割合です。</translation>
    </message>
    <message>
        <source>Thresholds</source>
        <translation>しきい値</translation>
    </message>
    <message>
        <source>Label {0} is read as a class, though its {2} surveyed whole numbers are {1} different ones. If it is a value to predict, use --target value.</source>
        <translation>ラベル {0} はクラスとして読み取りますが、調べた整数 {2} 個のうち {1} 個が互いに異なります。予測する値であれば、--target value を使ってください。</translation>
    </message>
    <message>
        <source>{0} is another dataset than the one that was opened: open it again.</source>
        <translation>{0} は、開いたときとは別のデータセットになっています。開き直してください。</translation>
    </message>
    <message>
        <source>No single column gives the class away. Of {0} columns, which have too many values or classes, only the gaps were compared.</source>
        <translation>1 列だけでクラスが分かってしまう列はありません。値またはクラスが多すぎる {0} 列については、欠損だけを比べました。</translation>
    </message>
    <message>
        <source>No single column gives the class away.</source>
        <translation>1 列だけでクラスが分かってしまう列はありません。</translation>
    </message>
    <message>
        <source>A threshold is for two classes, and the model in {0} does not predict one of two.</source>
        <translation>しきい値は 2 クラスのモデルのためのものですが、{0} のモデルが予測するのは 2 クラスではありません。</translation>
    </message>
    <message>
        <source>The dataset needs at least {0}, but only {1} is free for {2}. Free some space, choose another place, or store narrower values (--dtype auto).</source>
        <translation>データセットには少なくとも {0} が必要ですが、{2} の保存先の空きは {1} です。空きを作るか、別の場所を選ぶか、より小さい型（--dtype auto）で保存してください。</translation>
    </message>
    <message>
        <source>The figures are of the very samples that it was chosen on, which flatters the threshold.</source>
        <translation>示すのは、しきい値を選んだサンプルそのものでの値なので、実際よりよく見えます。</translation>
    </message>
    <message>
        <source>With and without the threshold, {0}</source>
        <translation>しきい値を使う場合と使わない場合（{0}）</translation>
    </message>
    <message>
        <source>The more probable class</source>
        <translation>確率の高いほうのクラス</translation>
    </message>
    <message>
        <source>Threshold {0}</source>
        <translation>しきい値 {0}</translation>
    </message>
    <message>
        <source>F1 of the second class</source>
        <translation>2 番目のクラスの F1</translation>
    </message>
    <message>
        <source>Precision of the second class</source>
        <translation>2 番目のクラスの適合率</translation>
    </message>
    <message>
        <source>Recall of the second class</source>
        <translation>2 番目のクラスの再現率</translation>
    </message>
    <message>
        <source>{0} has no threshold of its run: a run chooses it at its end, for the checkpoint that it tests, where both classes are in the validation split. State a probability instead, or train the model again with such a split.</source>
        <translation>{0} には、実行で選んだしきい値がありません。しきい値は、検証データに両方のクラスがある場合に、実行の最後に、テストに使うチェックポイントに保存されます。代わりに確率を指定するか、検証データに両方のクラスがある分割で学習し直してください。</translation>
    </message>
    <message>
        <source>{0} is damaged: no class can be predicted from the probability {1} on, which is a number from 0 to 1.</source>
        <translation>{0} は破損しています。予測のしきい値となる確率が {1} となっていますが、確率は 0～1 の数です。</translation>
    </message>
    <message>
        <source>{0} has the decision threshold {1}, and the log of the run has {2} (–: none).</source>
        <translation>{0} の判定のしきい値は {1} ですが、実行のログでは {2} です（– はしきい値なし）。</translation>
    </message>
    <message>
        <source>The decision threshold is {0}: predicting the second class from this probability on gives it the largest F1 on the validation samples ({1}), {2}. masu predict --threshold run does so.</source>
        <translation>判定のしきい値は {0} です。確率がこの値以上のサンプルを 2 番目のクラスと予測すると、検証サンプル（{1} 個）での 2 番目のクラスの F1 が最大（{2}）になります。masu predict --threshold run は、このしきい値で予測します。</translation>
    </message>
    <message>
        <source>Ridge regression, test</source>
        <translation>リッジ回帰（テスト）</translation>
    </message>
    <message>
        <source>Nearest sample, test</source>
        <translation>最近傍（テスト）</translation>
    </message>
    <message>
        <source>a sample</source>
        <translation>サンプル</translation>
    </message>
    <message>
        <source>no error</source>
        <translation>誤差なし</translation>
    </message>
    <message>
        <source>Errors by prediction, {0}</source>
        <translation>予測値ごとの誤差（{0}）</translation>
    </message>
    <message>
        <source>The prediction of the first value minus the truth, for {0} samples that were drawn by chance.</source>
        <translation>無作為に選んだ {0} サンプルについて、最初の値の予測値から正解を引いた値です。</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>予測値</translation>
    </message>
    <message>
        <source>Prediction − truth</source>
        <translation>予測値 − 正解</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>誤差</translation>
    </message>
    <message>
        <source>The baseline predicts without the features: always the largest class, or the mean. Ridge regression is a linear model of the same features. The nearest sample of train is the one with the smallest distance in features; its label is the prediction.</source>
        <translation>基準は、特徴量を使わず、常に最大のクラスまたは平均を予測した場合の値です。リッジ回帰は同じ特徴量の線形モデルです。最近傍は、特徴量の距離が最も小さい学習サンプルのラベルを予測とします。</translation>
    </message>
    <message>
        <source>{0} has no manifest {1}, which --cross-validate needs of the folds {2} to {3}: draw them again by masu split --folds.</source>
        <translation>{0} にはマニフェスト {1} がありません。--cross-validate には {2} から {3} までのすべてのフォールドが必要です。masu split --folds で作り直してください。</translation>
    </message>
    <message>
        <source>The manifest {1} of {0} was not drawn together with the folds {2} to {3}, so that --cross-validate does not know which folds to take: rename or delete it, or draw the folds again by masu split --folds.</source>
        <translation>{0} のマニフェスト {1} は、フォールド {2}～{3} と一緒に作られたものではないため、--cross-validate はどのフォールドを使うか決められません。名前を変えるか削除するか、masu split --folds でフォールドを作り直してください。</translation>
    </message>
    <message>
        <source>--cross-validate takes 2 to {0} folds, but the manifests of {1} are {2} to {3}: draw others by masu split --folds, or name them by --manifest.</source>
        <translation>--cross-validate で使えるフォールドは 2～{0} 個ですが、{1} のマニフェストは {2}～{3} です。masu split --folds で作り直すか、--manifest で別のものを指定してください。</translation>
    </message>
    <message>
        <source>{0} has no manifests {1}, {2} and so on for --cross-validate: draw them by masu split --folds K --name {3}, or name those that there are by --manifest, without their numbers.</source>
        <translation>{0} には --cross-validate で使うマニフェスト {1}、{2} などがありません。masu split --folds K --name {3} で作るか、既存のものの名前を番号を除いて --manifest で指定してください。</translation>
    </message>
    <message>
        <source>The folds of --cross-validate are trained by a single process, but a launcher started {0}. Start masu train without it, or train each fold in a run of its own by --manifest.</source>
        <translation>--cross-validate のフォールドは 1 つのプロセスで学習しますが、ランチャーが {0} 個のプロセスを起動しました。ランチャーなしで masu train を起動するか、--manifest でフォールドごとに別の実行として学習してください。</translation>
    </message>
    <message>
        <source>--cross-validate and --repeats do not go together: one varies the split, the other the seed. Leave one of them out.</source>
        <translation>--cross-validate と --repeats は併用できません。前者は分割を、後者はシードを変えます。どちらかを省いてください。</translation>
    </message>
    <message>
        <source>{0} holds no cross-validation, and --overwrite with --cross-validate replaces nothing else: choose another folder by --out.</source>
        <translation>{0} に交差検証はありません。--cross-validate と併用した --overwrite が置き換えるのは交差検証だけです。--out で別のフォルダーを指定してください。</translation>
    </message>
    <message>
        <source>There is no cross-validation in {0} to resume.</source>
        <translation>{0} に再開できる交差検証はありません。</translation>
    </message>
    <message>
        <source>The run in {0} has another {1} than this cross-validation, so that it is none of its folds: move it away, or begin again in another folder by --out.</source>
        <translation>{0} の実行は {1} がこの交差検証と異なるため、そのフォールドではありません。別の場所に移すか、--out で別のフォルダーを指定して始めからやり直してください。</translation>
    </message>
    <message>
        <source>The test samples are the same in every fold, so that the deviation is that of models which learned from different samples, and not of different tests.</source>
        <translation>テストのサンプルはどのフォールドでも同じなので、この標準偏差は学習サンプルの違いによるもので、テストのサンプルの違いは含みません。</translation>
    </message>
    <message>
        <source>The figures are of the validation samples, on which the epoch of each fold was chosen, so that they are optimistic.</source>
        <translation>これらの指標は、各フォールドのエポックを選ぶのに使った検証サンプルのものなので、実際よりよく見えます。</translation>
    </message>
    <message>
        <source>The split {1} of {0} has no samples for validation or test, which --cross-validate measures: draw folds by masu split --folds.</source>
        <translation>{0} の分割 {1} には、--cross-validate の評価に使う検証またはテストのサンプルがありません。masu split --folds でフォールドを作ってください。</translation>
    </message>
    <message>
        <source>Of {0}, the split {1} has samples for test and {2} has none, but --cross-validate measures the same part of every fold: draw the folds again by masu split --folds.</source>
        <translation>{0} の分割 {1} にはテストのサンプルがありますが、{2} にはありません。--cross-validate はすべてのフォールドを同じ種類のデータで評価します。masu split --folds でフォールドを作り直してください。</translation>
    </message>
    <message>
        <source>The run in {0} did not learn from what {1} had in the split {2} when this cross-validation looked at it, so that it is not counted: begin again by --overwrite, or in another folder.</source>
        <translation>{0} の実行が学習したデータは、この交差検証が確認した {1} の分割 {2} と異なるため、集計に含めません。--overwrite で始めからやり直すか、別のフォルダーを使ってください。</translation>
    </message>
    <message>
        <source>{0} holds a cross-validation: resume it by --resume with --cross-validate.</source>
        <translation>{0} にあるのは交差検証です。--resume と --cross-validate を一緒に指定して再開してください。</translation>
    </message>
    <message>
        <source>{0} is there, but this cross-validation has {1} folds: remove it, or choose another folder by --out.</source>
        <translation>{0} がありますが、この交差検証のフォールドは {1} 個です。削除するか、--out で別のフォルダーを指定してください。</translation>
    </message>
</context>
<context>
    <name>masu::ui::ActionPalette</name>
    <message>
        <source>Find an action</source>
        <translation>操作を検索</translation>
    </message>
    <message>
        <source>There is no such action</source>
        <translation>該当する操作はありません</translation>
    </message>
</context>
<context>
    <name>masu::ui::Banner</name>
    <message>
        <source>Dismiss</source>
        <translation>閉じる</translation>
    </message>
</context>
<context>
    <name>masu::ui::BatchField</name>
    <message>
        <source>Batch</source>
        <translation>バッチ</translation>
    </message>
</context>
<context>
    <name>masu::ui::BatchSlider</name>
    <message>
        <source>Batch</source>
        <translation>バッチ</translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowseAppend</name>
    <message>
        <source>Append to %1</source>
        <translation>%1 に追加</translation>
    </message>
    <message>
        <source>Appending to %1</source>
        <translation>%1 に追加中</translation>
    </message>
    <message>
        <source>No split was kept: %1</source>
        <translation>分割は引き継がれませんでした：%1</translation>
    </message>
    <message>
        <source>In the splits they are unused until you split again.</source>
        <translation>分割し直すまで、どの分割でも未使用のままです。</translation>
    </message>
    <message>
        <source>%1 assigned them by hash; in other splits they are unused until you split again.</source>
        <translation>%1 ではハッシュにより割り当てられました。ほかの分割では、分割し直すまで未使用です。</translation>
    </message>
    <message>
        <source>No longer frozen, as the hash has changed: %1.</source>
        <translation>ハッシュが変わったため、固定が解除されました：%1。</translation>
    </message>
    <message numerus="yes">
        <source>Appended %n sample(s).</source>
        <translation>
            <numerusform>%n サンプルを追加しました。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rejected %n record(s): see %1.</source>
        <translation>
            <numerusform>レコード %n 件を取り込めませんでした。%1 を確認してください。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowseClasses</name>
    <message>
        <source>Enter shows the whole class</source>
        <translation>Enter でクラス全体を表示</translation>
    </message>
    <message>
        <source>Find the samples of each class</source>
        <translation>クラスごとのサンプルを探しています</translation>
    </message>
    <message>
        <source>Samples spread evenly over each class</source>
        <translation>各クラスから均等に選んだサンプル</translation>
    </message>
    <message>
        <source>← ↑ ↓ → sample</source>
        <translation>← ↑ ↓ → サンプル</translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowseDetails</name>
    <message>
        <source>feature</source>
        <translation>特徴量</translation>
    </message>
    <message>
        <source>category</source>
        <translation>カテゴリ</translation>
    </message>
    <message>
        <source>label</source>
        <translation>ラベル</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>重み</translation>
    </message>
    <message>
        <source>group</source>
        <translation>グループ</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保持</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>無視</translation>
    </message>
    <message>
        <source>%1 dBFS</source>
        <translation>%1 dBFS</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>サンプル</translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation>データセット</translation>
    </message>
    <message>
        <source>No column chosen</source>
        <translation>列が選ばれていません</translation>
    </message>
    <message>
        <source>No sample chosen</source>
        <translation>サンプルが選ばれていません</translation>
    </message>
    <message>
        <source>Signal</source>
        <translation>信号</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>値</translation>
    </message>
    <message>
        <source>This dataset</source>
        <translation>このデータセット</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>入力元</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>ディスク上</translation>
    </message>
    <message>
        <source>%1, uncompressed</source>
        <translation>%1、無圧縮</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>チャンク</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>レコード</translation>
    </message>
    <message>
        <source>Rejected</source>
        <translation>不採用</translation>
    </message>
    <message>
        <source>Dropped</source>
        <translation>除外</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>ほか %1 件</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>標準偏差</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>範囲</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Stored error</source>
        <translation>保存の誤差</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>欠損</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>スケール</translation>
    </message>
    <message>
        <source>Offset</source>
        <translation>オフセット</translation>
    </message>
    <message>
        <source>Sample %1</source>
        <translation>サンプル %1</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>ラベル</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>入力元</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>欠損</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>フレーム</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>チャンネル</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>ピーク</translation>
    </message>
    <message>
        <source>RMS</source>
        <translation>RMS</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>正確</translation>
    </message>
    <message>
        <source>Typical error</source>
        <translation>典型的な誤差</translation>
    </message>
    <message>
        <source>Signal to noise</source>
        <translation>信号対雑音</translation>
    </message>
    <message>
        <source>%1 dB</source>
        <translation>%1 dB</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>画像</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s), %1</source>
        <translation>
            <numerusform>%n サンプル、%1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowseFacts</name>
    <message>
        <source>Facts of %1</source>
        <translation>%1 の概要</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Sizes</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>入力元</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>レシピ</translation>
    </message>
    <message>
        <source>%1 on disk</source>
        <translation>ディスク上 %1</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>役割</translation>
    </message>
    <message>
        <source>Stored as</source>
        <translation>保存の型</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>最小</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>標準偏差</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>欠損</translation>
    </message>
    <message>
        <source>Largest error</source>
        <translation>最大誤差</translation>
    </message>
    <message>
        <source>Relative</source>
        <translation>相対</translation>
    </message>
    <message>
        <source>RMS error</source>
        <translation>RMS 誤差</translation>
    </message>
    <message>
        <source>SNR, dB</source>
        <translation>SNR, dB</translation>
    </message>
    <message>
        <source>To zero</source>
        <translation>0 になった値</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>正確</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 段階</translation>
    </message>
    <message>
        <source>Numbers take</source>
        <translation>数値のサイズ</translation>
    </message>
    <message>
        <source>The file takes</source>
        <translation>ファイルのサイズ</translation>
    </message>
    <message>
        <source>vs. current</source>
        <translation>現在との比</translation>
    </message>
    <message>
        <source>compressed: not known ahead</source>
        <translation>圧縮：事前には不明</translation>
    </message>
    <message>
        <source>%1, as it is</source>
        <translation>%1（現在）</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>入力元</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>レコード</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>コピーしました</translation>
    </message>
    <message>
        <source>masu import SOURCE --recipe FILE makes it again.</source>
        <translation>masu import SOURCE --recipe FILE で作り直せます。</translation>
    </message>
    <message>
        <source>Further files are imported as these were; nothing that is there is written again.</source>
        <translation>追加のファイルは同じ方法でインポートされます。既存の部分は書き直しません。</translation>
    </message>
    <message>
        <source>Append files…</source>
        <translation>ファイルを追加…</translation>
    </message>
    <message>
        <source>stored in random order, seed %1</source>
        <translation>ランダムな順で保存、シード %1</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n サンプル</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 without numbers</source>
        <translation>%1（数値なし）</translation>
    </message>
    <message>
        <source>%1 of %2 numbers, %3</source>
        <translation>%1、各 %2 個の数値、%3</translation>
    </message>
    <message>
        <source>Save report…</source>
        <translation>レポートを保存…</translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowseFilter</name>
    <message>
        <source>All</source>
        <translation>すべて</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>All classes</source>
        <translation>全クラス</translation>
    </message>
    <message>
        <source>Samples where</source>
        <translation>サンプルの条件</translation>
    </message>
    <message>
        <source>Shows the samples for which this is true. It may ask for columns, and for sample, source, position, label, group and split.</source>
        <translation>この式が真になるサンプルを表示します。列のほか、sample、source、position、label、group、split を使えます。</translation>
    </message>
    <message>
        <source>Find the samples to show</source>
        <translation>表示するサンプルを探しています</translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowseImages</name>
    <message>
        <source>← ↑ ↓ → sample · Enter larger · Esc all</source>
        <translation>← ↑ ↓ → サンプル · Enter 拡大 · Esc 一覧</translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowsePage</name>
    <message>
        <source>Browse</source>
        <translation>閲覧</translation>
    </message>
    <message>
        <source>Read any sample, and see each column as a whole.</source>
        <translation>任意のサンプルと、各列の全体を確認できます。</translation>
    </message>
    <message>
        <source>Its samples can then be read here, row by row or as signals.</source>
        <translation>インポートすると、サンプルをここで行ごとに、または信号として閲覧できます。</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>積み重ね</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>格子</translation>
    </message>
    <message>
        <source>Go to row</source>
        <translation>行へ移動</translation>
    </message>
    <message>
        <source>Ctrl G</source>
        <translation>Ctrl G</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>分割</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>label</source>
        <translation>ラベル</translation>
    </message>
    <message>
        <source>Go to sample</source>
        <translation>サンプルへ移動</translation>
    </message>
    <message>
        <source>Read any sample, and see each class side by side.</source>
        <translation>任意のサンプルを表示し、クラスを並べて比較できます。</translation>
    </message>
    <message>
        <source>Count values</source>
        <translation>値を数える</translation>
    </message>
    <message>
        <source>histograms of all rows</source>
        <translation>全行のヒストグラム</translation>
    </message>
    <message>
        <source>histograms of %1 rows, spread evenly</source>
        <translation>均等に選んだ %1 行のヒストグラム</translation>
    </message>
    <message>
        <source>Read the split</source>
        <translation>分割を読む</translation>
    </message>
    <message>
        <source>Samples go from 0 to %1.</source>
        <translation>サンプルは 0 から %1 までです。</translation>
    </message>
    <message>
        <source>stored order</source>
        <translation>保存順</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保持</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>概要</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>録音</translation>
    </message>
    <message>
        <source>No such sample</source>
        <translation>該当するサンプルはありません</translation>
    </message>
    <message>
        <source>Show all samples</source>
        <translation>すべてのサンプルを表示</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>No sample of this dataset fits all that is chosen above.</source>
        <translation>上の条件をすべて満たすサンプルはありません。</translation>
    </message>
    <message numerus="yes">
        <source>&lt;b&gt;%1&lt;/b&gt; of %n sample(s)</source>
        <translation>
            <numerusform>%n サンプル中 &lt;b&gt;%1&lt;/b&gt;</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&lt;b&gt;%n&lt;/b&gt; sample(s)</source>
        <translation>
            <numerusform>&lt;b&gt;%n&lt;/b&gt; サンプル</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Copied %n sample(s).</source>
        <translation>
            <numerusform>%n サンプルをコピーしました。</numerusform>
        </translation>
    </message>
    <message>
        <source>Save a report of the dataset…</source>
        <translation>データセットのレポートを保存…</translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowseRecording</name>
    <message>
        <source>Height is the range of each channel</source>
        <translation>高さは各チャンネルの範囲</translation>
    </message>
    <message>
        <source>wheel + − zoom</source>
        <translation>ホイール + − 拡大縮小</translation>
    </message>
    <message>
        <source>drag ← → scroll</source>
        <translation>ドラッグ ← → スクロール</translation>
    </message>
    <message>
        <source>F fit</source>
        <translation>F 全体表示</translation>
    </message>
    <message>
        <source>Page ↑ ↓ recording</source>
        <translation>Page ↑ ↓ 録音</translation>
    </message>
    <message>
        <source>Read a recording</source>
        <translation>録音を読む</translation>
    </message>
    <message>
        <source>Read samples</source>
        <translation>サンプルの読み込み</translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowseSamples</name>
    <message>
        <source>Read samples</source>
        <translation>サンプルの読み込み</translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowseSeen</name>
    <message>
        <source>Not learned from in the steps reported so far.</source>
        <translation>これまでに報告されたステップでは学習に使われていません。</translation>
    </message>
    <message>
        <source>Never learned from: the balanced order did not draw it.</source>
        <translation>学習に使われていません（クラスを均等にする順序で選ばれませんでした）。</translation>
    </message>
    <message>
        <source>Never learned from: the run ended before its step.</source>
        <translation>学習に使われていません（そのステップより前に実行が終わりました）。</translation>
    </message>
    <message>
        <source>Never learned from: it scored the models after each epoch.</source>
        <translation>学習に使われていません（各エポック後の検証に使われました）。</translation>
    </message>
    <message>
        <source>Never learned from: it is for the test after training.</source>
        <translation>学習に使われていません（学習後のテスト用です）。</translation>
    </message>
    <message>
        <source>Never used by this run.</source>
        <translation>この実行では使われていません。</translation>
    </message>
    <message>
        <source>Epoch %1, step %2</source>
        <translation>エポック %1、ステップ %2</translation>
    </message>
    <message>
        <source>and %1 more, which masu seen lists</source>
        <translation>ほか %1 回（masu seen ですべて表示）</translation>
    </message>
    <message>
        <source>The run took %1 of %2 steps, %3 an epoch.</source>
        <translation>実行したステップ：%2 のうち %1（1 エポック %3 ステップ）。</translation>
    </message>
    <message>
        <source>The run reported %1 of %2 steps so far, %3 an epoch.</source>
        <translation>これまでに報告されたステップ：%2 のうち %1（1 エポック %3 ステップ）。</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1（学習率 %2）</translation>
    </message>
    <message>
        <source>%1 learned in the first %2 of them only.</source>
        <translation>%1 が学習したのは、そのうち最初の %2 ステップだけです。</translation>
    </message>
    <message>
        <source>%1 reported %2 of them so far.</source>
        <translation>%1 がこれまでに報告したのは、そのうち %2 ステップです。</translation>
    </message>
    <message>
        <source>Its weight is 0: nothing but batch statistics depends on it, in these steps.</source>
        <translation>重みが 0 のため、次のステップではバッチの統計にだけ影響しています。</translation>
    </message>
    <message numerus="yes">
        <source>Learned from %n time(s).</source>
        <translation>
            <numerusform>%n 回、学習に使われました。</numerusform>
        </translation>
    </message>
    <message>
        <source>In training</source>
        <translation>学習での使用</translation>
    </message>
    <message>
        <source>Looking it up …</source>
        <translation>調べています …</translation>
    </message>
    <message>
        <source>Looking up a sample in a run</source>
        <translation>実行でのサンプルの使用を確認</translation>
    </message>
    <message>
        <source>%1 (repeat %2)</source>
        <translation>%1（%2 回目）</translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowseSpectrum</name>
    <message>
        <source>Spectrum</source>
        <translation>スペクトル</translation>
    </message>
    <message>
        <source>Spectrogram</source>
        <translation>スペクトログラム</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>チャンネル</translation>
    </message>
    <message>
        <source>0 to %1</source>
        <translation>0 〜 %1</translation>
    </message>
    <message>
        <source>Find frequencies</source>
        <translation>周波数を求める</translation>
    </message>
    <message>
        <source>At the cursor</source>
        <translation>カーソル位置</translation>
    </message>
    <message>
        <source>%1 frames, dB</source>
        <translation>%1 フレーム、dB</translation>
    </message>
    <message>
        <source>all frames, dB</source>
        <translation>全フレーム、dB</translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowseTable</name>
    <message>
        <source>Samples</source>
        <translation>サンプル</translation>
    </message>
    <message>
        <source>%1 of %2 columns</source>
        <translation>%1 / %2 列</translation>
    </message>
    <message>
        <source>Copy the selected samples as CSV</source>
        <translation>選択したサンプルを CSV としてコピー</translation>
    </message>
    <message>
        <source>Copy as CSV</source>
        <translation>CSV としてコピー</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) selected</source>
        <translation>
            <numerusform>%n サンプルを選択中</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::BrowseWaves</name>
    <message>
        <source>Height is the largest value of each lane</source>
        <translation>高さは各段の最大値です</translation>
    </message>
    <message>
        <source>↑ ↓ sample</source>
        <translation>↑ ↓ サンプル</translation>
    </message>
    <message>
        <source>+ − zoom</source>
        <translation>+ − 拡大縮小</translation>
    </message>
    <message>
        <source>← → scroll</source>
        <translation>← → スクロール</translation>
    </message>
    <message>
        <source>F fit</source>
        <translation>F 全体表示</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>%1 から</translation>
    </message>
</context>
<context>
    <name>masu::ui::ClassBars</name>
    <message>
        <source>Samples of each class in train, validation and test</source>
        <translation>学習・検証・テストにある各クラスのサンプル</translation>
    </message>
    <message>
        <source>%1: %2 train, %3 validation, %4 test</source>
        <translation>%1：学習 %2、検証 %3、テスト %4</translation>
    </message>
</context>
<context>
    <name>masu::ui::ClassFiguresModel</name>
    <message>
        <source>Class</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>Of the samples predicted as this class, the share that is of it</source>
        <translation>このクラスと予測されたサンプルのうち、実際にこのクラスである割合</translation>
    </message>
    <message>
        <source>Prec.</source>
        <translation>適合率</translation>
    </message>
    <message>
        <source>Of the samples of this class, the share that is predicted as it</source>
        <translation>このクラスのサンプルのうち、正しく予測された割合</translation>
    </message>
    <message>
        <source>Recall</source>
        <translation>再現率</translation>
    </message>
    <message>
        <source>Harmonic mean of precision and recall</source>
        <translation>適合率と再現率の調和平均</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>サンプル数</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n サンプル</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>masu::ui::ClassGrid</name>
    <message>
        <source>Classes</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>Show all samples of %1</source>
        <translation>%1 の全サンプルを表示</translation>
    </message>
</context>
<context>
    <name>masu::ui::ClassView</name>
    <message>
        <source>Reliability</source>
        <translation>信頼度</translation>
    </message>
    <message>
        <source>ROC</source>
        <translation>ROC</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>適合率</translation>
    </message>
    <message>
        <source>Figures of each class</source>
        <translation>クラスごとの指標</translation>
    </message>
    <message>
        <source>How often the model is right, by the probability of the predicted class. On the dashed line the two are equal.</source>
        <translation>予測したクラスの確率ごとの正解率。破線上では両者が等しくなります。</translation>
    </message>
    <message>
        <source>The ROC curve: recall of the second class by the false positive rate, for every threshold of its probability. The dashed line is chance.</source>
        <translation>ROC 曲線。2 番目のクラスの確率のしきい値ごとの、偽陽性率に対する再現率です。破線は偶然の場合を示します。</translation>
    </message>
    <message>
        <source>The precision-recall curve: precision of the second class by its recall, for every threshold of its probability. The dashed line is its share of the samples.</source>
        <translation>適合率・再現率曲線。2 番目のクラスの確率のしきい値ごとの、再現率に対する適合率です。破線は、サンプルに占める 2 番目のクラスの割合です。</translation>
    </message>
    <message>
        <source>%1, temperature %2, by %3 validation samples</source>
        <translation>%1、温度 %2（検証サンプル %3 個から算出）</translation>
    </message>
    <message>
        <source>%1, no temperature: no class is rated above the true one in validation</source>
        <translation>%1、温度なし：どの検証サンプルでも、正解クラスより高く評価されたクラスがありません</translation>
    </message>
    <message>
        <source>%1, no temperature: no output is a finite number</source>
        <translation>%1、温度なし：有限の数値の出力がありません</translation>
    </message>
    <message>
        <source>of validation, the worst class first</source>
        <translation>検証データでの値。低いクラスから順</translation>
    </message>
    <message>
        <source>of validation, as there is no test split</source>
        <translation>検証データでの値（テスト分割がないため）</translation>
    </message>
    <message>
        <source>Test: balanced accuracy %1, macro F1 %2, log loss %3, ECE %4</source>
        <translation>テスト: バランス精度 %1、マクロ F1 %2、対数損失 %3、ECE %4</translation>
    </message>
    <message>
        <source>%1, ROC AUC %2, average precision %3</source>
        <translation>%1、ROC AUC %2、平均適合率 %3</translation>
    </message>
    <message>
        <source>Threshold %1, chosen on %2 validation samples (F1 %3): F1 of the second class %4, without it %5</source>
        <translation>しきい値 %1（検証サンプル %2 個で選択、F1 %3）：2 番目のクラスの F1 は %4、使わない場合は %5</translation>
    </message>
    <message>
        <source>%1, of the very samples that it was chosen on</source>
        <translation>%1（しきい値を選んだサンプルそのものでの値）</translation>
    </message>
</context>
<context>
    <name>masu::ui::ClusterDialog</name>
    <message>
        <source>On a cluster</source>
        <translation>クラスターで実行</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>スクリプト</translation>
    </message>
    <message>
        <source>Slurm, a job array</source>
        <translation>Slurm（ジョブ配列）</translation>
    </message>
    <message>
        <source>Slurm, one job</source>
        <translation>Slurm（1 つのジョブ）</translation>
    </message>
    <message>
        <source>Open MPI</source>
        <translation>Open MPI</translation>
    </message>
    <message>
        <source>Processes of one machine</source>
        <translation>1 台のマシンの複数プロセス</translation>
    </message>
    <message>
        <source>GNU parallel</source>
        <translation>GNU parallel</translation>
    </message>
    <message>
        <source>HH:MM:SS</source>
        <translation>HH:MM:SS</translation>
    </message>
    <message>
        <source>Started by</source>
        <translation>起動方法</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>ワーカー数</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>スレッド数</translation>
    </message>
    <message>
        <source>of each worker</source>
        <translation>ワーカー 1 つあたり</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>budget of each worker; the script asks for a quarter more</source>
        <translation>ワーカー 1 つあたりの上限。スクリプトは 4 分の 1 多く要求します</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>制限時間</translation>
    </message>
    <message>
        <source>if empty, the cluster&apos;s own</source>
        <translation>空欄ならクラスターの既定値</translation>
    </message>
    <message>
        <source>Partition</source>
        <translation>パーティション</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>保存…</translation>
    </message>
    <message>
        <source>Write the time limit as HH:MM:SS, e.g. 12:00:00.</source>
        <translation>制限時間は HH:MM:SS の形式で入力してください（例：12:00:00）。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>コピーしました</translation>
    </message>
    <message>
        <source>Save the script</source>
        <translation>スクリプトを保存</translation>
    </message>
    <message>
        <source>Shell scripts (*.sh)</source>
        <translation>シェルスクリプト (*.sh)</translation>
    </message>
    <message>
        <source>one for each worker</source>
        <translation>ワーカーごとに 1 枚</translation>
    </message>
    <message>
        <source>CUDA card</source>
        <translation>CUDA カード</translation>
    </message>
</context>
<context>
    <name>masu::ui::ColumnHistogram</name>
    <message>
        <source>Histogram</source>
        <translation>ヒストグラム</translation>
    </message>
    <message>
        <source>from %1 to %2</source>
        <translation>%1 から %2</translation>
    </message>
    <message>
        <source>most values in bin %1 of %2</source>
        <translation>値が最も多いのは %2 区間中 %1 番目の区間</translation>
    </message>
</context>
<context>
    <name>masu::ui::ConfusionMatrix</name>
    <message>
        <source>Confusion matrix</source>
        <translation>混同行列</translation>
    </message>
    <message>
        <source>%1 of class %2, right</source>
        <translation>クラス %2 の %1 件、正解</translation>
    </message>
    <message>
        <source>%1 of class %2, taken for %3</source>
        <translation>クラス %2 の %1 件を %3 と判定</translation>
    </message>
</context>
<context>
    <name>masu::ui::CsvRecordsModel</name>
    <message>
        <source>Source</source>
        <translation>ソース</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Byte</source>
        <translation>バイト</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>テキスト</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>問題</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>サンプル</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Truth</source>
        <translation>正解</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>予測</translation>
    </message>
</context>
<context>
    <name>masu::ui::DatasetPage</name>
    <message>
        <source>Import a dataset first</source>
        <translation>先にデータセットをインポート</translation>
    </message>
    <message>
        <source>Go to Import</source>
        <translation>インポートへ</translation>
    </message>
    <message>
        <source>Draw and keep a split</source>
        <translation>分割を作成して保存</translation>
    </message>
</context>
<context>
    <name>masu::ui::DialectMenu</name>
    <message>
        <source>Point</source>
        <translation>ピリオド</translation>
    </message>
    <message>
        <source>Comma</source>
        <translation>コンマ</translation>
    </message>
    <message>
        <source>Doubled quote</source>
        <translation>引用符を重ねる</translation>
    </message>
    <message>
        <source>Backslash</source>
        <translation>バックスラッシュ</translation>
    </message>
    <message>
        <source>Detected</source>
        <translation>自動検出</translation>
    </message>
    <message>
        <source>Day first</source>
        <translation>日が先</translation>
    </message>
    <message>
        <source>Month first</source>
        <translation>月が先</translation>
    </message>
    <message>
        <source>Year first</source>
        <translation>年が先</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Decimal mark</source>
        <translation>小数点</translation>
    </message>
    <message>
        <source>Comment marker</source>
        <translation>コメントの記号</translation>
    </message>
    <message>
        <source>Longest record</source>
        <translation>レコードの最大長</translation>
    </message>
    <message>
        <source>Escaped quote</source>
        <translation>引用符のエスケープ</translation>
    </message>
    <message>
        <source>Lines to skip</source>
        <translation>読み飛ばす行数</translation>
    </message>
    <message>
        <source>Date order</source>
        <translation>日付の順序</translation>
    </message>
    <message>
        <source>Reject</source>
        <translation>不採用</translation>
    </message>
    <message>
        <source>Pad short ones</source>
        <translation>不足を補う</translation>
    </message>
    <message>
        <source>Truncate long ones</source>
        <translation>余分を除く</translation>
    </message>
    <message>
        <source>Pad and truncate</source>
        <translation>補い、除く</translation>
    </message>
    <message>
        <source>Uneven records</source>
        <translation>項目数の不一致</translation>
    </message>
    <message>
        <source>Blank</source>
        <translation>空白</translation>
    </message>
    <message>
        <source>Apostrophe</source>
        <translation>アポストロフィ</translation>
    </message>
    <message>
        <source>Thousands separator</source>
        <translation>桁区切り</translation>
    </message>
</context>
<context>
    <name>masu::ui::DropZone</name>
    <message>
        <source>Drop a table, a folder of recordings, or a dataset file</source>
        <translation>表、録音のフォルダー、データセットをここにドロップ</translation>
    </message>
    <message>
        <source>You will see the types, the size and the time before anything is written.</source>
        <translation>書き込む前に、型・サイズ・時間を確認できます。</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>ファイルを開く</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>フォルダーを開く</translation>
    </message>
</context>
<context>
    <name>masu::ui::ExportForm</name>
    <message>
        <source>Format</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>分割</translation>
    </message>
    <message>
        <source>Samples a shard</source>
        <translation>シャードのサンプル数</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>値</translation>
    </message>
    <message>
        <source>Manifest</source>
        <translation>マニフェスト</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>%1 shards, %2 to %3 each</source>
        <translation>シャード %1 個、各 %2 〜 %3</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>サンプル数</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
    <message>
        <source>Readers</source>
        <translation>リーダーの数</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>シード</translation>
    </message>
    <message>
        <source>Shard by</source>
        <translation>シャードの区切り</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>順序</translation>
    </message>
    <message>
        <source>Megabytes a shard</source>
        <translation>1 シャードのメガバイト数</translation>
    </message>
    <message>
        <source> MB</source>
        <translation> MB</translation>
    </message>
    <message>
        <source>As stored</source>
        <translation>保存のまま</translation>
    </message>
    <message>
        <source>Shuffled across shards</source>
        <translation>全シャードでシャッフル</translation>
    </message>
    <message>
        <source>As in the source</source>
        <translation>元データのまま</translation>
    </message>
    <message>
        <source>As the trainer sees them</source>
        <translation>学習プログラムに渡る値</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>型</translation>
    </message>
    <message>
        <source>floats and codes, without what was only kept</source>
        <translation>浮動小数点とコード。保持しただけの列は含みません</translation>
    </message>
    <message>
        <source>categories as words, kept columns with them</source>
        <translation>カテゴリは語で、保持した列も含みます</translation>
    </message>
    <message>
        <source>categories as codes, kept columns with them</source>
        <translation>カテゴリはコードで、保持した列も含みます</translation>
    </message>
    <message>
        <source>Sizes are for the choices below. A sample is members with one key: .npy, .cls, .json.</source>
        <translation>サイズは下の設定での値です。1 サンプルは同じキーの .npy、.cls、.json からなります。</translation>
    </message>
    <message>
        <source>Sizes are for the choices below. Tables go into the bundle as CSV, recordings as NPY.</source>
        <translation>サイズは下の設定での値です。バンドルには表は CSV、録音は NPY で入ります。</translation>
    </message>
    <message>
        <source>Sizes are for the choices below.</source>
        <translation>サイズは下の設定での値です。</translation>
    </message>
    <message numerus="yes">
        <source>%n shard(s) of %1</source>
        <translation>
            <numerusform>%n 個のシャード、各 %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ExportFormats</name>
    <message>
        <source>pandas, Keras</source>
        <translation>pandas、Keras</translation>
    </message>
    <message>
        <source>NumPy</source>
        <translation>NumPy</translation>
    </message>
    <message>
        <source>h5py, MATLAB</source>
        <translation>h5py、MATLAB</translation>
    </message>
    <message>
        <source>PyTorch</source>
        <translation>PyTorch</translation>
    </message>
    <message>
        <source>tf.data, Keras</source>
        <translation>tf.data、Keras</translation>
    </message>
    <message>
        <source>MosaicML Streaming</source>
        <translation>MosaicML Streaming</translation>
    </message>
    <message>
        <source>NumPy, one file a shard</source>
        <translation>NumPy、1 シャード 1 ファイル</translation>
    </message>
    <message>
        <source>one file a split</source>
        <translation>分割ごとに 1 ファイル</translation>
    </message>
    <message>
        <source>lists and recipe with it</source>
        <translation>リストとレシピ付き</translation>
    </message>
    <message>
        <source>ZIP bundle</source>
        <translation>ZIP バンドル</translation>
    </message>
</context>
<context>
    <name>masu::ui::ExportPage</name>
    <message>
        <source>Export</source>
        <translation>書き出し</translation>
    </message>
    <message>
        <source>Write shards that other trainers read as they are.</source>
        <translation>ほかの学習プログラムがそのまま読めるシャードを書き出します。</translation>
    </message>
    <message>
        <source>It can then be written as shards for other trainers.</source>
        <translation>インポートすると、ほかの学習プログラム向けのシャードとして書き出せます。</translation>
    </message>
    <message>
        <source>What will be written</source>
        <translation>書き出されるもの</translation>
    </message>
    <message>
        <source>samples, size</source>
        <translation>サンプル、サイズ</translation>
    </message>
    <message>
        <source>Folder to write</source>
        <translation>書き込むフォルダー</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>フォルダーを開く</translation>
    </message>
    <message>
        <source>Write to</source>
        <translation>書き込み先</translation>
    </message>
    <message>
        <source>Name a folder to write to.</source>
        <translation>書き込み先のフォルダーを指定してください。</translation>
    </message>
    <message>
        <source>Tick at least one split.</source>
        <translation>分割を 1 つ以上選んでください。</translation>
    </message>
    <message>
        <source>Plan the export</source>
        <translation>書き出しを計画</translation>
    </message>
    <message>
        <source>The folder %1 is not empty. Write over what an earlier export left there?</source>
        <translation>フォルダー %1 は空ではありません。以前の書き出しに上書きしますか？</translation>
    </message>
    <message>
        <source>Exporting to %1</source>
        <translation>%1 へ書き出し</translation>
    </message>
    <message>
        <source>Shell</source>
        <translation>シェル</translation>
    </message>
    <message>
        <source>Resume the stopped export</source>
        <translation>中断した書き出しを再開</translation>
    </message>
    <message>
        <source>If unchecked, the finished shards are discarded and the export starts again.</source>
        <translation>チェックを外すと、完成済みのシャードを破棄して最初から書き出します。</translation>
    </message>
    <message>
        <source>Receipt</source>
        <translation>レシート</translation>
    </message>
    <message>
        <source>Receipt of the folder to write</source>
        <translation>書き出し先フォルダーのレシート</translation>
    </message>
    <message>
        <source>Receipt of an export folder…</source>
        <translation>書き出したフォルダーのレシート…</translation>
    </message>
    <message>
        <source>Receipt of an export folder</source>
        <translation>書き出したフォルダーのレシート</translation>
    </message>
    <message>
        <source>Receipt of a ZIP file…</source>
        <translation>ZIP ファイルのレシート…</translation>
    </message>
    <message>
        <source>Receipt of a ZIP file</source>
        <translation>ZIP ファイルのレシート</translation>
    </message>
    <message>
        <source>ZIP files (*.zip)</source>
        <translation>ZIP ファイル (*.zip)</translation>
    </message>
    <message>
        <source>%1 in %2, %3 free</source>
        <translation>%2に %1、空き %3</translation>
    </message>
    <message numerus="yes">
        <source>%n shard(s)</source>
        <translation>
            <numerusform>%n 個のシャード</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n shard(s) of a stopped export kept.</source>
        <translation>
            <numerusform>中断した書き出しのシャードが %n 個あります。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export %n shard(s)</source>
        <translation>
            <numerusform>シャード %n 個を書き出す</numerusform>
        </translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation>上書き</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Wrote %1, %2 in %3.</source>
        <translation>%1（%2）を %3に書き出しました。</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n サンプル</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s)</source>
        <translation>
            <numerusform>%n 個のファイル</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ExportSnippet</name>
    <message>
        <source>Copy</source>
        <translation>コピー</translation>
    </message>
    <message>
        <source>How to read it</source>
        <translation>読み方</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>コピーしました</translation>
    </message>
</context>
<context>
    <name>masu::ui::FileChip</name>
    <message>
        <source>Remove</source>
        <translation>外す</translation>
    </message>
</context>
<context>
    <name>masu::ui::FitChoices</name>
    <message>
        <source>Models</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>バッチ</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>オプティマイザー</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>パラメーター %1</translation>
    </message>
    <message>
        <source>none fits</source>
        <translation>収まりません</translation>
    </message>
    <message>
        <source>any fits</source>
        <translation>上限なし</translation>
    </message>
    <message>
        <source>%1 at most</source>
        <translation>最大 %1</translation>
    </message>
    <message>
        <source>Stored as %1</source>
        <translation>%1 で保存</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>このマシン</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>Of each model</source>
        <translation>モデルごとの数</translation>
    </message>
    <message>
        <source>How many of each model learn together, such as at several learning rates.</source>
        <translation>各モデルをいくつ同時に学習するか。学習率を変えて試すときなど。</translation>
    </message>
    <message>
        <source>Stored as</source>
        <translation>保存の型</translation>
    </message>
    <message>
        <source>What a run would take with features stored so. masu convert stores them so.</source>
        <translation>特徴量をこの型で保存した場合の学習の見積もりです。実際の変換は masu convert で行います。</translation>
    </message>
    <message>
        <source>codes</source>
        <translation>コード</translation>
    </message>
    <message>
        <source>Computes in</source>
        <translation>計算の型</translation>
    </message>
    <message>
        <source>The number type in which the device computes: the time of an epoch there depends on it. Masu trains in f32.</source>
        <translation>デバイスが計算に使う型です。1 エポックの時間はこれによって変わります。Masu は f32 で学習します。</translation>
    </message>
</context>
<context>
    <name>masu::ui::FitMeasured</name>
    <message>
        <source>Measured in the first steps of a run</source>
        <translation>学習の最初の数ステップでの測定値</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>項目</translation>
    </message>
    <message>
        <source>Estimated</source>
        <translation>見積もり</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>測定</translation>
    </message>
    <message>
        <source>Off by</source>
        <translation>差</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ミリ秒</translation>
    </message>
</context>
<context>
    <name>masu::ui::FitPage</name>
    <message>
        <source>Fit</source>
        <translation>見積もり</translation>
    </message>
    <message>
        <source>Know what a run needs before it starts.</source>
        <translation>学習を始める前に、必要な量を確認できます。</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>学習</translation>
    </message>
    <message>
        <source>Masu then shows whether a model fits in memory, and how large a batch may be.</source>
        <translation>インポートすると、モデルがメモリに収まるか、バッチをどこまで大きくできるかを確認できます。</translation>
    </message>
    <message>
        <source>Tracing the models …</source>
        <translation>モデルを解析しています …</translation>
    </message>
    <message>
        <source>Trace the models</source>
        <translation>モデルを解析</translation>
    </message>
    <message>
        <source>What a run needs is not known.</source>
        <translation>学習に必要な量を見積もれていません。</translation>
    </message>
    <message>
        <source>Traced at %1</source>
        <translation>%1 に解析済み</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>測定</translation>
    </message>
    <message>
        <source>Take the first steps of a run, and show what they took beside the estimate.</source>
        <translation>学習の最初の数ステップを実行し、実測値を見積もりと並べて表示します。</translation>
    </message>
    <message>
        <source>Measure a step</source>
        <translation>ステップを測定</translation>
    </message>
    <message>
        <source>There is no split yet, so the figures are those of a run over all %1 samples, and nothing can be measured.</source>
        <translation>まだ分割がないため、以下は全 %1 サンプルで学習する場合の数値です。実測はできません。</translation>
    </message>
    <message>
        <source>There is no split yet, and a run needs one to learn from and be tested by.</source>
        <translation>まだ分割がありません。学習とテストには分割が必要です。</translation>
    </message>
    <message>
        <source>Train %1…</source>
        <translation>%1 を学習…</translation>
    </message>
    <message>
        <source>Train both…</source>
        <translation>両方を学習…</translation>
    </message>
    <message>
        <source>Train all %1…</source>
        <translation>%1 個すべてを学習…</translation>
    </message>
</context>
<context>
    <name>masu::ui::FitView</name>
    <message>
        <source>Both models</source>
        <translation>両方のモデル</translation>
    </message>
    <message>
        <source>All %1 models</source>
        <translation>%1 個のモデルすべて</translation>
    </message>
    <message>
        <source>%1 does not fit: it takes %2 more memory than there is.</source>
        <translation>%1 は収まりません。メモリが %2 足りません。</translation>
    </message>
    <message>
        <source>%1 do not fit: they take %2 more memory than there is.</source>
        <translation>%1 は収まりません。メモリが %2 足りません。</translation>
    </message>
    <message>
        <source>The disk is too full: the run writes %1 and %2 are free.</source>
        <translation>ディスクの空きが足りません。%1 を書きますが、空きは %2 です。</translation>
    </message>
    <message>
        <source>%1 fits only without a reserve.</source>
        <translation>%1 は、予備を確保しなければ収まります。</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>メインメモリ</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>ディスク</translation>
    </message>
    <message>
        <source>Items</source>
        <translation>内訳</translation>
    </message>
    <message>
        <source>Not even a batch of one fits.</source>
        <translation>バッチ 1 でも収まりません。</translation>
    </message>
    <message>
        <source>Even a whole epoch as one batch fits.</source>
        <translation>1 エポック全体を 1 つのバッチにしても収まります。</translation>
    </message>
    <message>
        <source>The largest batch is %1.</source>
        <translation>最大のバッチは %1 です。</translation>
    </message>
    <message>
        <source>%1 reserved</source>
        <translation>予備 %1</translation>
    </message>
    <message>
        <source>Shared</source>
        <translation>共有</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>空き %1</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; estimated, of %2</source>
        <translation>見積もり &lt;b&gt;%1&lt;/b&gt; / %2</translation>
    </message>
    <message>
        <source>this machine’s memory</source>
        <translation>このマシンのメモリ</translation>
    </message>
    <message>
        <source>%1 fits in %2, with %3 to spare.</source>
        <translation>%1 は%2に収まり、%3 の余裕があります。</translation>
    </message>
    <message>
        <source>%1 fit in %2, with %3 to spare.</source>
        <translation>%1 は%2に収まり、%3 の余裕があります。</translation>
    </message>
    <message>
        <source>This machine cannot feed it: %1 more memory is needed here.</source>
        <translation>データを供給するには、このマシンのメモリがあと %1 必要です。</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>デバイスメモリ</translation>
    </message>
    <message>
        <source>That is about %1 here.</source>
        <translation>ここでは約 %1 です。</translation>
    </message>
    <message>
        <source>It costs %1 US dollars.</source>
        <translation>費用は %1 米ドルです。</translation>
    </message>
    <message>
        <source>Exported, it takes %1.</source>
        <translation>書き出すと %1 になります。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 (does not fit)</source>
        <translation>%1（収まりません）</translation>
    </message>
    <message>
        <source>All numeric features in memory: %1.</source>
        <translation>すべての数値の特徴量をメモリに置くと：%1。</translation>
    </message>
    <message>
        <source>That is about %1 in %2, as measured on this card.</source>
        <translation>%2 で約 %1 です（この GPU での実測値）。</translation>
    </message>
    <message>
        <source>That is about %1 in %2 if the card is used as well as this machine&apos;s processor; small models use a card far less.</source>
        <translation>このマシンの CPU と同じ効率で GPU を使えた場合、%2 で約 %1 です。小さなモデルでは GPU の利用率がはるかに低くなります。</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n ステップ</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n サンプル</numerusform>
        </translation>
    </message>
    <message>
        <source>An epoch takes %1 over %2.</source>
        <translation>1 エポックは %2で %1です。</translation>
    </message>
    <message>
        <source>Over all %2 an epoch would take %1.</source>
        <translation>全 %2では、1 エポックは %1になります。</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; needed, of %2 free</source>
        <translation>必要 &lt;b&gt;%1&lt;/b&gt; / 空き %2</translation>
    </message>
</context>
<context>
    <name>masu::ui::HelpDialog</name>
    <message>
        <source>Help</source>
        <translation>ヘルプ</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>検索</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>項目</translation>
    </message>
</context>
<context>
    <name>masu::ui::HistogramHeader</name>
    <message>
        <source>&lt; 0.1 % missing</source>
        <translation>欠損 &lt; 0.1 %</translation>
    </message>
    <message>
        <source>%1 missing</source>
        <translation>欠損 %1</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImageGrid</name>
    <message>
        <source>Images</source>
        <translation>画像</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportAdvanced</name>
    <message>
        <source>Label</source>
        <translation>ラベル</translation>
    </message>
    <message>
        <source>Detected</source>
        <translation>自動検出</translation>
    </message>
    <message>
        <source>A class</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>A value</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>Models learn to predict one of several classes, or a number.</source>
        <translation>モデルは、いくつかのクラスのうちの 1 つ、または数値を予測するように学習します。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>A compressed file is smaller and is read more slowly. Other programs need a plug-in for lz4 and zstd.</source>
        <translation>圧縮するとファイルは小さくなりますが、読み込みは遅くなります。ほかのプログラムで lz4 と zstd を読むにはプラグインが必要です。</translation>
    </message>
    <message>
        <source>Compression</source>
        <translation>圧縮</translation>
    </message>
    <message>
        <source>Rename or merge classes …</source>
        <translation>クラスの名前変更・統合…</translation>
    </message>
    <message>
        <source>One file</source>
        <translation>1 ファイル</translation>
    </message>
    <message>
        <source>Parts of up to %1 GB</source>
        <translation>最大 %1 GB のパート</translation>
    </message>
    <message>
        <source>Some disks and clouds take no file beyond a size. The parts stay together in one folder.</source>
        <translation>一定の大きさを超えるファイルを置けないディスクやクラウドがあります。パートは同じフォルダーにまとめておきます。</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>パート</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportArrays</name>
    <message>
        <source>Features</source>
        <translation>特徴量</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>ラベル</translation>
    </message>
    <message>
        <source>The longest that go together</source>
        <translation>そろって最も長いもの</translation>
    </message>
    <message>
        <source>None</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Each row of %1 is a sample, as in a table.</source>
        <translation>%1 の各行が、表と同じように 1 サンプルになります。</translation>
    </message>
    <message>
        <source>Each entry of the first dimension of %1 is a sample.</source>
        <translation>%1 の最初の次元の各要素が 1 サンプルになります。</translation>
    </message>
    <message>
        <source>Choose which dataset holds one label for each sample.</source>
        <translation>サンプルごとに 1 つのラベルを持つデータセットを選んでください。</translation>
    </message>
    <message>
        <source>No dataset in this file holds one number for each sample.</source>
        <translation>このファイルには、サンプルごとに 1 つの数値を持つデータセットがありません。</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportClassMap</name>
    <message>
        <source>Rename or merge classes</source>
        <translation>クラスの名前変更・統合</translation>
    </message>
    <message>
        <source>Classes and their new names</source>
        <translation>クラスと新しい名前</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>新しい名前</translation>
    </message>
    <message>
        <source>Classes with the same new name become one. A class without a new name keeps its own.</source>
        <translation>新しい名前が同じクラスは 1 つになります。新しい名前のないクラスは元の名前のままです。</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportDialectBar</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 ほか %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>Comma</source>
        <translation>コンマ</translation>
    </message>
    <message>
        <source>Semicolon</source>
        <translation>セミコロン</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>タブ</translation>
    </message>
    <message>
        <source>Bar</source>
        <translation>縦棒</translation>
    </message>
    <message>
        <source>Blank</source>
        <translation>空白</translation>
    </message>
    <message>
        <source>Delimiter</source>
        <translation>区切り</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Quote</source>
        <translation>引用符</translation>
    </message>
    <message>
        <source>Encoding</source>
        <translation>文字コード</translation>
    </message>
    <message>
        <source>Header line</source>
        <translation>見出し行</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>欠損</translation>
    </message>
    <message>
        <source>Markers of missing values</source>
        <translation>欠損を表す値</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message>
        <source>Markers of missing values, separated by commas. An empty cell is always missing.</source>
        <translation>欠損を表す値をコンマ区切りで指定します。空のセルは常に欠損です。</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n files</source>
        <translation>
            <numerusform>%1、%n ファイル</numerusform>
        </translation>
    </message>
    <message>
        <source>More</source>
        <translation>ほか</translation>
    </message>
    <message>
        <source>Decimal mark, escapes, comments, lines before the table, dates</source>
        <translation>小数点、エスケープ、コメント、表の前の行、日付</translation>
    </message>
    <message>
        <source>The first record was taken as the header with a confidence of %1.</source>
        <translation>最初のレコードを見出しとみなしました（確信度 %1）。</translation>
    </message>
    <message>
        <source>The first record was taken as data with a confidence of %1.</source>
        <translation>最初のレコードをデータとみなしました（確信度 %1）。</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>シート</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportForecastPanel</name>
    <message>
        <source>Forecast</source>
        <translation>見積もり</translation>
    </message>
    <message>
        <source>Store numbers as</source>
        <translation>数値の保存の型</translation>
    </message>
    <message>
        <source>largest loss</source>
        <translation>最大の損失</translation>
    </message>
    <message>
        <source>on disk</source>
        <translation>ディスク上</translation>
    </message>
    <message>
        <source>Memory budget</source>
        <translation>メモリの上限</translation>
    </message>
    <message>
        <source>Keep as missing</source>
        <translation>欠損のまま</translation>
    </message>
    <message>
        <source>Zero</source>
        <translation>ゼロ</translation>
    </message>
    <message>
        <source>Column mean</source>
        <translation>列の平均</translation>
    </message>
    <message>
        <source>Drop the record</source>
        <translation>レコードを除外</translation>
    </message>
    <message>
        <source>Set aside in a file</source>
        <translation>別ファイルに保存</translation>
    </message>
    <message>
        <source>Stop the import</source>
        <translation>インポートを止める</translation>
    </message>
    <message>
        <source>The mean is that of the train split, applied while training: one worked out here would leak.</source>
        <translation>平均は学習データのもので、学習時に適用します。ここで計算すると情報が漏れるためです。</translation>
    </message>
    <message>
        <source>Missing number</source>
        <translation>欠損した数値</translation>
    </message>
    <message>
        <source>Record that fails</source>
        <translation>計画に合わないレコード</translation>
    </message>
    <message>
        <source>all of it read</source>
        <translation>すべて読みました</translation>
    </message>
    <message>
        <source>from %1 read</source>
        <translation>%1 を読んで推定</translation>
    </message>
    <message>
        <source>%1 of the text file’s %2</source>
        <translation>元のテキスト %2 の %1</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>サンプル</translation>
    </message>
    <message>
        <source>Each sample</source>
        <translation>1 サンプル</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message numerus="yes">
        <source>%n number(s)</source>
        <translation>
            <numerusform>数 %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n categories</source>
        <translation>
            <numerusform>カテゴリ %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>最大メモリ</translation>
    </message>
    <message>
        <source>Disk left after</source>
        <translation>完了後の空き</translation>
    </message>
    <message>
        <source>not enough: %1 free</source>
        <translation>不足：空き %1</translation>
    </message>
    <message>
        <source>A number …</source>
        <translation>数値を指定…</translation>
    </message>
    <message>
        <source>all records</source>
        <translation>すべてのレコード</translation>
    </message>
    <message>
        <source>Only where</source>
        <translation>条件</translation>
    </message>
    <message>
        <source>A filter such as age &gt;= 18 and country != missing; what it leaves out is counted.</source>
        <translation>age &gt;= 18 and country != missing のような条件。外れたレコードは数えます。</translation>
    </message>
    <message>
        <source>What a missing number becomes:</source>
        <translation>欠損の代わりに入れる値：</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>順序</translation>
    </message>
    <message>
        <source>Make bad cells missing</source>
        <translation>不正なセルを欠損値に</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportLabelNotice</name>
    <message>
        <source>No label</source>
        <translation>ラベルなしにする</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; is taken for the label, which models learn to predict, because of its name. Another column can be made the label below.</source>
        <translation>列名から、&lt;b&gt;%1&lt;/b&gt; をラベル（モデルが予測を学ぶ対象）とみなしています。下の表で別の列をラベルにできます。</translation>
    </message>
    <message>
        <source>There is no label. Without one the samples can be browsed, split and exported, but no model can be trained on them. Choose above where it comes from.</source>
        <translation>ラベルがありません。閲覧・分割・書き出しはできますが、モデルの学習はできません。ラベルの元を上で選んでください。</translation>
    </message>
    <message>
        <source>Make %1 the label</source>
        <translation>%1 をラベルにする</translation>
    </message>
    <message>
        <source>No column is the label. Without one the dataset can be browsed, split and exported, but no model can be trained on it.</source>
        <translation>ラベルの列がありません。閲覧・分割・書き出しはできますが、モデルの学習はできません。</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportLengthField</name>
    <message>
        <source>Frames, or a time with its unit: 1024, 0.5 s, 20 ms</source>
        <translation>フレーム数、または単位付きの時間：1024、0.5 s、20 ms</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportNotes</name>
    <message>
        <source>Worth knowing</source>
        <translation>知っておきたいこと</translation>
    </message>
    <message numerus="yes">
        <source>%n more note(s); masu inspect shows them all.</source>
        <translation>
            <numerusform>ほかに %n 件あります。masu inspect ですべて見られます。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportOrder</name>
    <message>
        <source>As in the source</source>
        <translation>元のまま</translation>
    </message>
    <message>
        <source>Shuffled</source>
        <translation>シャッフル</translation>
    </message>
    <message>
        <source>Order of the samples</source>
        <translation>サンプルの順序</translation>
    </message>
    <message>
        <source>Shuffled samples can be read one after the other, here and elsewhere, and are random all the same. Each keeps a record of where it came from.</source>
        <translation>シャッフルして保存したサンプルは、ここでもほかのプログラムでも、先頭から順に読むだけでランダムな順になります。元の場所は各サンプルに残ります。</translation>
    </message>
    <message>
        <source>seed </source>
        <translation>シード </translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>シード</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportPage</name>
    <message>
        <source>Inspecting %1</source>
        <translation>%1 を調査</translation>
    </message>
    <message>
        <source>Inspecting again</source>
        <translation>再調査</translation>
    </message>
    <message>
        <source>The recordings differ in length. They are cut into windows of %1 frames for now; change window and hop above.</source>
        <translation>録音の長さがそろっていません。ひとまず %1 フレームの窓に切ります。窓とホップは上で変えられます。</translation>
    </message>
    <message numerus="yes">
        <source>Import %n recording(s)</source>
        <translation>
            <numerusform>録音 %n 件をインポート</numerusform>
        </translation>
    </message>
    <message>
        <source>Import %1 samples</source>
        <translation>%1 サンプルをインポート</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>%1 を読む</translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation>上書き</translation>
    </message>
    <message>
        <source>%1 is there already. Overwrite it? Its splits are kept beside it under another name.</source>
        <translation>%1 はすでにあります。上書きしますか？ その分割は別の名前で隣に残ります。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Importing; the plan is fixed meanwhile.</source>
        <translation>インポート中は計画を変更できません。</translation>
    </message>
    <message>
        <source>Importing %1</source>
        <translation>%1 をインポート</translation>
    </message>
    <message>
        <source>Nothing has been written yet.</source>
        <translation>まだ何も書き込んでいません。</translation>
    </message>
    <message>
        <source>Use a recipe</source>
        <translation>レシピを使う</translation>
    </message>
    <message>
        <source>Recipes (*.json)</source>
        <translation>レシピ (*.json)</translation>
    </message>
    <message>
        <source>%1 cannot be read.</source>
        <translation>%1 を読めません。</translation>
    </message>
    <message>
        <source>The recipe is used for the files you choose next.</source>
        <translation>このレシピは、次に選ぶファイルに使われます。</translation>
    </message>
    <message>
        <source>Save recipe</source>
        <translation>レシピを保存</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>インポート</translation>
    </message>
    <message>
        <source>See what will be stored before anything is written.</source>
        <translation>書き込む前に、保存される内容を確認できます。</translation>
    </message>
    <message>
        <source>Add files</source>
        <translation>ファイルを追加</translation>
    </message>
    <message>
        <source>Add folder</source>
        <translation>フォルダーを追加</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>レシピ</translation>
    </message>
    <message>
        <source>Nothing to import yet</source>
        <translation>まだインポートするものがありません</translation>
    </message>
    <message>
        <source>Choose tables or a folder of recordings, or drop them anywhere on this window.</source>
        <translation>表か録音のフォルダーを選ぶか、このウィンドウにドロップしてください。</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>ファイルを開く</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>フォルダーを開く</translation>
    </message>
    <message>
        <source>Write to</source>
        <translation>書き込み先</translation>
    </message>
    <message>
        <source>Datasets (*.h5)</source>
        <translation>データセット (*.h5)</translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>表示</translation>
    </message>
    <message>
        <source>These files do not describe their samples. They are read as 16-bit integers of one channel for now; state the layout below.</source>
        <translation>これらのファイルにはサンプルの情報がありません。ひとまず 1 チャンネルの 16 ビット整数として読みます。下で配置を指定してください。</translation>
    </message>
    <message>
        <source>Looking for an interrupted import</source>
        <translation>中断されたインポートを探す</translation>
    </message>
    <message>
        <source>Resume the interrupted import</source>
        <translation>中断されたインポートを再開</translation>
    </message>
    <message>
        <source>If unchecked, the finished part is discarded and the import starts again.</source>
        <translation>チェックを外すと、完了した分を破棄して最初からインポートします。</translation>
    </message>
    <message>
        <source>The interrupted import had finished %1 of them.</source>
        <translation>そのうち %1 サンプルは中断されたインポートで終わっていました。</translation>
    </message>
    <message>
        <source>These tables do not go together as one, so each is read as a recording, cut into windows of %1 frames for now.</source>
        <translation>これらの表は 1 つにまとめられないため、それぞれを録音として読みます。窓の長さはひとまず %1 フレームです。</translation>
    </message>
    <message>
        <source>One table</source>
        <translation>1 つの表</translation>
    </message>
    <message>
        <source>Recordings</source>
        <translation>録音</translation>
    </message>
    <message>
        <source>Whether the files are parts of one table, or each is a recording</source>
        <translation>全ファイルで 1 つの表とするか、ファイルごとに 1 つの録音とするか</translation>
    </message>
    <message>
        <source>Read as</source>
        <translation>読み方</translation>
    </message>
    <message>
        <source>Read lists</source>
        <translation>リストの読み込み</translation>
    </message>
    <message>
        <source>The recipe reads %1, which is not below the sources. Read it?</source>
        <translation>レシピは入力元の下にない %1 を読み込みます。読み込みますか？</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>読み込む</translation>
    </message>
    <message>
        <source>Restores the dataset that it was made from: %1 samples, in %2.</source>
        <translation>%2 形式の %1 サンプルから、元のデータセットを復元します。</translation>
    </message>
    <message>
        <source>Restores the dataset that it was made from: %1 samples, in %2, with the split %3.</source>
        <translation>%2 形式の %1 サンプルから、元のデータセットを分割 %3 とともに復元します。</translation>
    </message>
    <message>
        <source>Restore %1 samples</source>
        <translation>%1 サンプルを復元</translation>
    </message>
    <message>
        <source>Restoring; the files of the export stay as they are.</source>
        <translation>復元中です。書き出されたファイルは変更されません。</translation>
    </message>
    <message>
        <source>Restoring %1</source>
        <translation>%1 を復元中</translation>
    </message>
    <message>
        <source>An export of Masu</source>
        <translation>Masu の書き出し</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>復元</translation>
    </message>
    <message>
        <source>Read its files as tables</source>
        <translation>ファイルを表として読み込む</translation>
    </message>
    <message>
        <source>Save the recipe as %1 first: not all of the plan has options.</source>
        <translation>先にレシピを %1 として保存してください。オプションでは表せない設定が含まれています。</translation>
    </message>
    <message>
        <source>What it holds is shown here in a moment.</source>
        <translation>内容はまもなくここに表示されます。</translation>
    </message>
    <message>
        <source>%1 is imported</source>
        <translation>%1 はインポート済みです</translation>
    </message>
    <message>
        <source>Files that are chosen or dropped here become a dataset of their own.</source>
        <translation>ここで選択またはドロップしたファイルは、別のデータセットになります。</translation>
    </message>
    <message>
        <source>Import 1 sample</source>
        <translation>1 サンプルをインポート</translation>
    </message>
    <message>
        <source>Import about %1 samples</source>
        <translation>約 %1 サンプルをインポート</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) of an interrupted import kept.</source>
        <translation>
            <numerusform>中断したインポートの %n サンプルがあります。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) written in %1.</source>
        <translation>
            <numerusform>%n サンプルを %1で書き込みました。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The filter left out %n record(s).</source>
        <translation>
            <numerusform>フィルターで %n 件のレコードを除外しました。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n record(s) did not fit: see %2.</source>
        <translation>
            <numerusform>%n 件のレコードのうち %1 件が計画に合いませんでした。%2 を確認してください。</numerusform>
        </translation>
    </message>
    <message>
        <source>Browse</source>
        <translation>閲覧</translation>
    </message>
    <message>
        <source>Import all the same</source>
        <translation>このままインポート</translation>
    </message>
    <message>
        <source>Importing to %1 needs up to %2, and its disk has %3 free. The import stops when the disk is full.</source>
        <translation>%1 へのインポートには最大 %2 が必要ですが、ディスクの空きは %3 です。ディスクがいっぱいになるとインポートは止まります。</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportPlanModel</name>
    <message>
        <source>%1 code</source>
        <translation>%1 コード</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>そのまま</translation>
    </message>
    <message numerus="yes">
        <source>%n class(es)</source>
        <translation>
            <numerusform>%n クラス</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n value(s)</source>
        <translation>
            <numerusform>%n 種類</numerusform>
        </translation>
    </message>
    <message>
        <source>codes, exact</source>
        <translation>コード、正確</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>役割</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>検出</translation>
    </message>
    <message>
        <source>Stored as</source>
        <translation>保存の型</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>範囲</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>欠損</translation>
    </message>
    <message>
        <source>Distribution</source>
        <translation>分布</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 段階</translation>
    </message>
    <message>
        <source>%1: does not hold all numbers</source>
        <translation>%1：表せない数値があります</translation>
    </message>
    <message>
        <source>%1: exact</source>
        <translation>%1：正確</translation>
    </message>
    <message>
        <source>%1: ± %2, signal to noise %3 dB</source>
        <translation>%1：± %2、信号対雑音 %3 dB</translation>
    </message>
    <message>
        <source>value = code × %1 + %2</source>
        <translation>値 = コード × %1 + %2</translation>
    </message>
    <message>
        <source>%1: exact in the sample</source>
        <translation>%1: 標本では正確</translation>
    </message>
    <message>
        <source>%1: has no value for missing cells</source>
        <translation>%1：欠損値を表せません</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportPlanView</name>
    <message>
        <source>Columns of the plan</source>
        <translation>計画の列</translation>
    </message>
    <message>
        <source>%1, all numbers</source>
        <translation>%1（すべての数値）</translation>
    </message>
    <message>
        <source>number</source>
        <translation>数値</translation>
    </message>
    <message>
        <source>words</source>
        <translation>分類</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>欠損</translation>
    </message>
    <message>
        <source>What a missing number becomes:</source>
        <translation>欠損の代わりに入れる値：</translation>
    </message>
    <message>
        <source>As for all columns</source>
        <translation>全列と同じ</translation>
    </message>
    <message>
        <source>Keep as missing</source>
        <translation>欠損のまま</translation>
    </message>
    <message>
        <source>Zero</source>
        <translation>ゼロ</translation>
    </message>
    <message>
        <source>A number …</source>
        <translation>数値を指定…</translation>
    </message>
    <message>
        <source>Column mean</source>
        <translation>列の平均</translation>
    </message>
    <message>
        <source>Drop the record</source>
        <translation>レコードを除く</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportPreview</name>
    <message>
        <source>First lines as written and as parsed</source>
        <translation>最初の行、元の形と読み取り結果</translation>
    </message>
    <message>
        <source>As written</source>
        <translation>元の形</translation>
    </message>
    <message>
        <source>lines 1 to %1</source>
        <translation>1 〜 %1 行目</translation>
    </message>
    <message>
        <source>As parsed</source>
        <translation>読み取り結果</translation>
    </message>
    <message numerus="yes">
        <source>%n column(s)</source>
        <translation>
            <numerusform>%n 列</numerusform>
        </translation>
    </message>
    <message>
        <source>missing</source>
        <translation>欠損</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportRateField</name>
    <message>
        <source>Rate</source>
        <translation>レート</translation>
    </message>
    <message>
        <source>Frames a second, with or without a unit: 300, 44100 Hz, 44.1 kHz</source>
        <translation>毎秒のフレーム数。単位は省略できます：300、44100 Hz、44.1 kHz</translation>
    </message>
    <message>
        <source>%1 Hz, as recorded</source>
        <translation>%1 Hz（元のまま）</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>記載なし</translation>
    </message>
    <message>
        <source>%1 Hz</source>
        <translation>%1 Hz</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportRecordingsBar</name>
    <message>
        <source>Window</source>
        <translation>窓</translation>
    </message>
    <message>
        <source>Hop</source>
        <translation>ホップ</translation>
    </message>
    <message>
        <source>Pad with zeros</source>
        <translation>ゼロで埋める</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>捨てる</translation>
    </message>
    <message>
        <source>The rest</source>
        <translation>余り</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>レート</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), %1</source>
        <translation>
            <numerusform>%n ファイル、%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 overlap</source>
        <translation>%1 重複</translation>
    </message>
    <message>
        <source>with gaps</source>
        <translation>すき間あり</translation>
    </message>
    <message>
        <source>From one window to the next, in frames or as a time; none takes one window a recording</source>
        <translation>窓から次の窓までの間隔（フレーム数か時間）。「なし」では録音ごとに窓を 1 つ取ります</translation>
    </message>
    <message numerus="yes">
        <source>= %n frame(s)</source>
        <translation>
            <numerusform>= %n フレーム</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportRecordingsModel</name>
    <message>
        <source>%1 Hz</source>
        <translation>%1 Hz</translation>
    </message>
    <message>
        <source>set aside</source>
        <translation>除外</translation>
    </message>
    <message>
        <source>File</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>長さ</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>レート</translation>
    </message>
    <message>
        <source>Ch.</source>
        <translation>Ch.</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>ラベル</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>グループ</translation>
    </message>
    <message>
        <source>Windows</source>
        <translation>窓数</translation>
    </message>
    <message>
        <source>%1 labels</source>
        <translation>ラベル %1 個</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>サンプル</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportRecordingsPanel</name>
    <message>
        <source>Forecast</source>
        <translation>見積もり</translation>
    </message>
    <message>
        <source>all headers read</source>
        <translation>全ヘッダーを読みました</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>グループ</translation>
    </message>
    <message>
        <source>files, windows</source>
        <translation>ファイル、窓</translation>
    </message>
    <message>
        <source>Store as</source>
        <translation>保存の型</translation>
    </message>
    <message numerus="yes">
        <source>windows from %n file(s)</source>
        <translation>
            <numerusform>個の窓（%n ファイル）</numerusform>
        </translation>
    </message>
    <message>
        <source>Each sample</source>
        <translation>1 サンプル</translation>
    </message>
    <message numerus="yes">
        <source>%n channel(s) × %1</source>
        <translation>
            <numerusform>%n チャンネル × %1</numerusform>
        </translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>ディスク上</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>最大メモリ</translation>
    </message>
    <message>
        <source>Disk</source>
        <translation>ディスク</translation>
    </message>
    <message>
        <source>not enough: %1 free</source>
        <translation>不足：空き %1</translation>
    </message>
    <message>
        <source>%1 to %2 windows</source>
        <translation>%1 〜 %2 窓</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>ほか %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>the recordings’ own type</source>
        <translation>録音と同じ型</translation>
    </message>
    <message>
        <source>%1, as recorded</source>
        <translation>%1（元のまま）</translation>
    </message>
    <message>
        <source>Windows are cut while reading, so overlap costs no space.</source>
        <translation>窓は読むときに切り出すので、重なりは容量を取りません。</translation>
    </message>
    <message>
        <source>Windows</source>
        <translation>窓</translation>
    </message>
    <message>
        <source>Whole recordings</source>
        <translation>録音全体</translation>
    </message>
    <message>
        <source>Keep on disk</source>
        <translation>ディスクに残す</translation>
    </message>
    <message numerus="yes">
        <source>images from %n file(s)</source>
        <translation>
            <numerusform>ファイル %n 個の画像</numerusform>
        </translation>
    </message>
    <message>
        <source>Order</source>
        <translation>順序</translation>
    </message>
    <message numerus="yes">
        <source>rows from %n file(s)</source>
        <translation>
            <numerusform>行（%n ファイル）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n column(s)</source>
        <translation>
            <numerusform>%n 列</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 to %2 samples</source>
        <translation>サンプル %1〜%2 個</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) each</source>
        <translation>
            <numerusform>各 %n サンプル</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n window(s) each</source>
        <translation>
            <numerusform>各 %n 窓</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>window from %n file(s)</source>
        <translation>
            <numerusform>個の窓（%n ファイル）</numerusform>
        </translation>
    </message>
    <message>
        <source>The longer dimension</source>
        <translation>長いほうの次元</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Which dimension of a matrix (NPY, NPZ, MAT, HDF5) is time; the other one is its channels.</source>
        <translation>行列（NPY、NPZ、MAT、HDF5）のどの次元が時間かを選びます。もう一方はチャンネルです。</translation>
    </message>
    <message>
        <source>Frames are</source>
        <translation>フレーム</translation>
    </message>
    <message>
        <source>The column of a CSV recording that holds the times of its frames; it is not a channel.</source>
        <translation>CSV の録音で、フレームの時刻が入った列です。チャンネルにはなりません。</translation>
    </message>
    <message>
        <source>Time column</source>
        <translation>時刻の列</translation>
    </message>
    <message>
        <source>Detected</source>
        <translation>自動検出</translation>
    </message>
    <message>
        <source>None</source>
        <translation>なし</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportRecordingsView</name>
    <message>
        <source>Recordings</source>
        <translation>録音</translation>
    </message>
    <message>
        <source>%1 frames</source>
        <translation>%1 フレーム</translation>
    </message>
    <message numerus="yes">
        <source>%1 gives %n window(s)</source>
        <translation>
            <numerusform>%1 から窓 %n 個</numerusform>
        </translation>
    </message>
    <message>
        <source>; window %1 starts at %2</source>
        <translation>、窓 %1 は %2 から</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) of %1</source>
        <translation>
            <numerusform>%1 のサンプル %n 個</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 in %2 segments gives %n window(s)</source>
        <translation>
            <numerusform>%1（%2 区間）から窓 %n 個</numerusform>
        </translation>
    </message>
    <message>
        <source>, then %1 of padding</source>
        <translation>、その後に %1 のパディング</translation>
    </message>
    <message>
        <source>; only the first %1 are drawn</source>
        <translation>（図示は最初の %1 のみ）</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) will be set aside; the other %1 are imported.</source>
        <translation>
            <numerusform>%n ファイルを除外し、ほかの %1 件をインポートします。</numerusform>
        </translation>
    </message>
    <message>
        <source>; channel %1 of %2 is drawn</source>
        <translation>（%2 チャンネルのうち %1 を図示）</translation>
    </message>
    <message numerus="yes">
        <source>; %n annotation(s)</source>
        <translation>
            <numerusform>（注釈 %n 件）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportRejects</name>
    <message>
        <source>Records set aside</source>
        <translation>不採用のレコード</translation>
    </message>
    <message>
        <source>%1, in %2</source>
        <translation>%1（%2）</translation>
    </message>
    <message numerus="yes">
        <source>%n record(s)</source>
        <translation>
            <numerusform>%n 件</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportRules</name>
    <message>
        <source>Label from</source>
        <translation>ラベルの元</translation>
    </message>
    <message>
        <source>Group from</source>
        <translation>グループの元</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>File name</source>
        <translation>ファイル名</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>パス</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>%1, expression</source>
        <translation>%1、式</translation>
    </message>
    <message>
        <source>all matched</source>
        <translation>すべて一致</translation>
    </message>
    <message numerus="yes">
        <source>%n not matched</source>
        <translation>
            <numerusform>%n 件が不一致</numerusform>
        </translation>
    </message>
    <message>
        <source>values, %1</source>
        <translation>値、%1</translation>
    </message>
    <message numerus="yes">
        <source>%n class(es), %1</source>
        <translation>
            <numerusform>%n クラス、%1</numerusform>
        </translation>
    </message>
    <message>
        <source>each recording its own</source>
        <translation>録音ごと</translation>
    </message>
    <message numerus="yes">
        <source>%n group(s)</source>
        <translation>
            <numerusform>%n グループ</numerusform>
        </translation>
    </message>
    <message>
        <source>Annotations</source>
        <translation>注釈</translation>
    </message>
    <message>
        <source>IDX file</source>
        <translation>IDX ファイル</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>チャンネル</translation>
    </message>
    <message>
        <source>those common to all</source>
        <translation>共通のもの</translation>
    </message>
    <message>
        <source>Raw layout</source>
        <translation>生データの配置</translation>
    </message>
    <message>
        <source>List (CSV)</source>
        <translation>リスト（CSV）</translation>
    </message>
    <message>
        <source>FILE#KEY,LABEL</source>
        <translation>FILE#KEY,LABEL</translation>
    </message>
    <message>
        <source>FILE;FILE</source>
        <translation>FILE;FILE</translation>
    </message>
    <message numerus="yes">
        <source>%n taken</source>
        <translation>
            <numerusform>%n 個を使用</numerusform>
        </translation>
    </message>
    <message>
        <source>Column</source>
        <translation>列</translation>
    </message>
    <message>
        <source>NAME</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>type the file of the list, with its columns as in labels.csv#file,label, and press Enter.</source>
        <translation>リストのファイルと列を labels.csv#file,label のように入力し、Enter を押してください。</translation>
    </message>
    <message>
        <source>type the name of the column, and press Enter.</source>
        <translation>列の名前を入力し、Enter を押してください。</translation>
    </message>
    <message>
        <source>type the IDX file of the labels, several with ; between them, and press Enter.</source>
        <translation>ラベルの IDX ファイルを入力し（複数は ; で区切る）、Enter を押してください。</translation>
    </message>
    <message>
        <source>type an expression with brackets around the part to take: ^([^_]+)_ takes what is before the first _.</source>
        <translation>取り出す部分を括弧で囲んだ正規表現を入力してください。^([^_]+)_ は最初の _ の前を取り出します。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>not in use</source>
        <translation>未適用</translation>
    </message>
    <message>
        <source>Of files without a header: type, channels, bytes to skip; &gt; for big endian, as in &gt;f32,2,512</source>
        <translation>ヘッダーのないファイル用：型,チャンネル数,先頭のバイト数。ビッグエンディアンは &gt;f32,2,512 のように &gt; を付けます</translation>
    </message>
    <message>
        <source>no label: models cannot learn from it</source>
        <translation>ラベルなし：学習には使えません</translation>
    </message>
    <message>
        <source>Names of channels, arrays, variables or paths, separated by commas; one with a comma is in quotes</source>
        <translation>チャンネル、配列、変数、パスの名前（コンマ区切り。コンマを含む名前は二重引用符で囲みます）</translation>
    </message>
    <message>
        <source>%1 Correct %2 first, or choose “nothing” there.</source>
        <translation>%1先に「%2」の指定を直すか、「なし」を選んでください。</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportTableView</name>
    <message>
        <source>beyond it, or overflow</source>
        <translation>それ以上、または桁あふれ</translation>
    </message>
    <message>
        <source>within 0.01 % of range</source>
        <translation>範囲の 0.01 % 以内</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>正確</translation>
    </message>
    <message>
        <source>Loss at each type:</source>
        <translation>各型での損失：</translation>
    </message>
    <message numerus="yes">
        <source>%n column(s) found, %1 used</source>
        <translation>
            <numerusform>%n 列を検出、%1 列を使用</numerusform>
        </translation>
    </message>
    <message>
        <source>within %1</source>
        <translation>%1 以内</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportTypeChoice</name>
    <message>
        <source>Tolerance</source>
        <translation>許容誤差</translation>
    </message>
    <message>
        <source>The largest error that a stored number may have, such as 0.001.</source>
        <translation>保存した数値に許される最大の誤差（0.001 など）。</translation>
    </message>
    <message>
        <source>Beyond it</source>
        <translation>超えたとき</translation>
    </message>
    <message>
        <source>Store all wider</source>
        <translation>全体を広く保存</translation>
    </message>
    <message>
        <source>Stop the import</source>
        <translation>インポートを中止</translation>
    </message>
    <message>
        <source>auto</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>the narrowest</source>
        <translation>最小の型</translation>
    </message>
    <message>
        <source>overflow in %1</source>
        <translation>%1 で桁あふれ</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>正確</translation>
    </message>
    <message>
        <source>± %1 in %2</source>
        <translation>± %1（%2）</translation>
    </message>
    <message>
        <source>any loss</source>
        <translation>制限なし</translation>
    </message>
    <message>
        <source>%1 is the narrowest type that keeps all surveyed numbers exact.</source>
        <translation>%1 は、調査した数値をすべて正確に保つ最小の型です。</translation>
    </message>
    <message>
        <source>missing cells in %1</source>
        <translation>%1 に欠損値があり、表せません</translation>
    </message>
</context>
<context>
    <name>masu::ui::ImportWindowsView</name>
    <message>
        <source>Windows of the recording</source>
        <translation>録音の窓</translation>
    </message>
    <message>
        <source>%1 zeros</source>
        <translation>ゼロ %1 個</translation>
    </message>
    <message>
        <source>not drawn</source>
        <translation>図示なし</translation>
    </message>
</context>
<context>
    <name>masu::ui::JobFoot</name>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation>停止しています …</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
</context>
<context>
    <name>masu::ui::JobList</name>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
</context>
<context>
    <name>masu::ui::JobStrip</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 サンプル/秒</translation>
    </message>
    <message>
        <source>%1 steps/s</source>
        <translation>%1 ステップ/秒</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>停止中</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>残り %1</translation>
    </message>
    <message>
        <source>%1 rejected</source>
        <translation>不採用 %1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>閉じる</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1：失敗 — %2</translation>
    </message>
    <message>
        <source>%1: cancelled</source>
        <translation>%1：中止しました</translation>
    </message>
    <message>
        <source>%1: done in %2</source>
        <translation>%1：完了（%2）</translation>
    </message>
    <message numerus="yes">
        <source>%n jobs</source>
        <translation>
            <numerusform>%n 件の処理</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing running</source>
        <translation>実行中の処理はありません</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>空き %1</translation>
    </message>
    <message>
        <source>1 sample/s</source>
        <translation>1 サンプル/秒</translation>
    </message>
    <message>
        <source>1 step/s</source>
        <translation>1 ステップ/秒</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>一時停止中</translation>
    </message>
    <message>
        <source>%1: stopped, and kept</source>
        <translation>%1：停止しました（途中までの結果は残ります）</translation>
    </message>
</context>
<context>
    <name>masu::ui::LedgerModel</name>
    <message>
        <source>host</source>
        <translation>メインメモリ</translation>
    </message>
    <message>
        <source>device</source>
        <translation>デバイス</translation>
    </message>
    <message>
        <source>disk</source>
        <translation>ディスク</translation>
    </message>
    <message>
        <source>Everything in host memory</source>
        <translation>メインメモリの合計</translation>
    </message>
    <message>
        <source>Everything on the device</source>
        <translation>デバイスの合計</translation>
    </message>
    <message>
        <source>Everything on disk</source>
        <translation>ディスクの合計</translation>
    </message>
    <message>
        <source>shared</source>
        <translation>共有</translation>
    </message>
    <message>
        <source>Item</source>
        <translation>項目</translation>
    </message>
    <message>
        <source>For</source>
        <translation>対象</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>場所</translation>
    </message>
    <message>
        <source>Counted as</source>
        <translation>計算式</translation>
    </message>
    <message>
        <source>Estimated</source>
        <translation>見積もり</translation>
    </message>
</context>
<context>
    <name>masu::ui::MainWindow</name>
    <message>
        <source>Start</source>
        <translation>スタート</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>ファイルを開く</translation>
    </message>
    <message>
        <source>Open project</source>
        <translation>プロジェクトを開く</translation>
    </message>
    <message>
        <source>Find an action</source>
        <translation>操作を検索</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>ヘルプ</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Switch between light and dark</source>
        <translation>明暗を切り替える</translation>
    </message>
    <message>
        <source>Do the page’s primary action</source>
        <translation>ページの主な操作を行う</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>絞り込み</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>やり直す</translation>
    </message>
    <message>
        <source>Cancel all jobs</source>
        <translation>すべての処理を中止</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>終了</translation>
    </message>
    <message>
        <source>Datasets (*.h5 *.hdf5)</source>
        <translation>データセット (*.h5 *.hdf5)</translation>
    </message>
    <message>
        <source>Quit during a job</source>
        <translation>処理中の終了</translation>
    </message>
    <message numerus="yes">
        <source>%n job(s) are running. Quitting stops them; nothing half-finished is kept.</source>
        <translation>
            <numerusform>%n 件の処理が実行中です。終了すると止まりますが、途中のものは残りません。</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop and quit</source>
        <translation>止めて終了</translation>
    </message>
    <message>
        <source>Keep running</source>
        <translation>続ける</translation>
    </message>
    <message>
        <source>Change the language during a job</source>
        <translation>処理中の言語変更</translation>
    </message>
    <message numerus="yes">
        <source>%n job(s) are running. Changing the language now stops them; nothing half-finished is kept.</source>
        <translation>
            <numerusform>%n 件の処理が実行中です。今すぐ言語を変更すると止まりますが、途中のものは残りません。</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop and change</source>
        <translation>止めて変更</translation>
    </message>
    <message>
        <source>Change when they end</source>
        <translation>終わってから変更</translation>
    </message>
    <message>
        <source>Not stored</source>
        <translation>保存されていません</translation>
    </message>
    <message>
        <source>The last changes to the split were not stored. %1</source>
        <translation>分割への最後の変更は保存されていません。%1</translation>
    </message>
    <message>
        <source>Quit without them</source>
        <translation>保存せずに終了</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>終了しない</translation>
    </message>
    <message>
        <source>Copy as command</source>
        <translation>コマンドとしてコピー</translation>
    </message>
    <message>
        <source>opening %1</source>
        <translation>%1 を開いています</translation>
    </message>
    <message>
        <source>Opening %1</source>
        <translation>%1 を開く</translation>
    </message>
    <message>
        <source>Tables and datasets (*.csv *.tsv *.txt *.data *.jsonl *.ndjson *.xlsx *.xlsm *.arff *.ts *.gz *.h5 *.hdf5);;Recordings (*.wav *.flac *.ogg *.aiff *.edf *.bdf *.hea *.vhdr *.mat *.npy *.npz);;All files (*)</source>
        <translation>表とデータセット (*.csv *.tsv *.txt *.data *.jsonl *.ndjson *.xlsx *.xlsm *.arff *.ts *.gz *.h5 *.hdf5);;録音・計測データ (*.wav *.flac *.ogg *.aiff *.edf *.bdf *.hea *.vhdr *.mat *.npy *.npz);;すべてのファイル (*)</translation>
    </message>
</context>
<context>
    <name>masu::ui::MetricChart</name>
    <message>
        <source>%1: %2 last, from %3 to %4</source>
        <translation>%1：最後は %2、範囲は %3 から %4</translation>
    </message>
</context>
<context>
    <name>masu::ui::NameExample</name>
    <message>
        <source>label %1</source>
        <translation>ラベル %1</translation>
    </message>
    <message>
        <source>group %1</source>
        <translation>グループ %1</translation>
    </message>
    <message>
        <source>nothing of the name is used</source>
        <translation>名前は使いません</translation>
    </message>
    <message>
        <source>the rest ignored</source>
        <translation>残りは無視</translation>
    </message>
</context>
<context>
    <name>masu::ui::NoiseModel</name>
    <message>
        <source>The class that samples are labelled with</source>
        <translation>サンプルに付いているラベルのクラス</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>ラベル</translation>
    </message>
    <message>
        <source>The class that they probably are</source>
        <translation>実際にはそうと思われるクラス</translation>
    </message>
    <message>
        <source>Probably</source>
        <translation>実際のクラス（推定）</translation>
    </message>
    <message>
        <source>Samples that were found</source>
        <translation>見つかったサンプル</translation>
    </message>
    <message>
        <source>Suspects</source>
        <translation>疑わしいサンプル</translation>
    </message>
    <message>
        <source>Estimated</source>
        <translation>推定数</translation>
    </message>
    <message>
        <source>The estimate as a share of the samples with the label</source>
        <translation>このラベルのサンプルに対する推定数の割合</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>割合</translation>
    </message>
    <message>
        <source>How many of all samples with the label are estimated to be of that class</source>
        <translation>このラベルの全サンプルのうち、実際はそのクラスと推定される数</translation>
    </message>
</context>
<context>
    <name>masu::ui::Page</name>
    <message>
        <source>Next: %1</source>
        <translation>次：%1</translation>
    </message>
    <message>
        <source>Show the side panel</source>
        <translation>サイドパネルを表示</translation>
    </message>
    <message>
        <source>Copy as command</source>
        <translation>コマンドとしてコピー</translation>
    </message>
    <message>
        <source>There is nothing to run yet.</source>
        <translation>まだ実行できるものがありません。</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>コピーしました：%1</translation>
    </message>
    <message>
        <source>On a cluster…</source>
        <translation>クラスターで…</translation>
    </message>
</context>
<context>
    <name>masu::ui::PathPicker</name>
    <message>
        <source>Choose</source>
        <translation>選択</translation>
    </message>
    <message>
        <source>in %1</source>
        <translation>%1 内</translation>
    </message>
</context>
<context>
    <name>masu::ui::PositionBar</name>
    <message>
        <source>Position in the dataset</source>
        <translation>データセット内の位置</translation>
    </message>
</context>
<context>
    <name>masu::ui::PredictForm</name>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>This dataset</source>
        <translation>このデータセット</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>all samples</source>
        <translation>全サンプル</translation>
    </message>
    <message>
        <source>train</source>
        <translation>学習</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>検証</translation>
    </message>
    <message>
        <source>test</source>
        <translation>テスト</translation>
    </message>
    <message>
        <source>As it was when the run learned from it, or another one as it is now</source>
        <translation>実行が学習したときのもの、または現在の別のマニフェスト</translation>
    </message>
    <message>
        <source>Columns to write beside the predictions</source>
        <translation>予測に添える列</translation>
    </message>
    <message>
        <source>such as id, a line each</source>
        <translation>例：id（1 行に 1 つ）</translation>
    </message>
    <message>
        <source>Probability of each class</source>
        <translation>クラスごとの確率</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>しきい値</translation>
    </message>
    <message>
        <source>Write predictions to</source>
        <translation>予測の保存先</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表 (*.csv)</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>サンプル</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>分割</translation>
    </message>
    <message>
        <source>Manifest</source>
        <translation>マニフェスト</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Predictions</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>バッチ</translation>
    </message>
    <message>
        <source>Write to</source>
        <translation>保存先</translation>
    </message>
    <message>
        <source>Progress of the predictions</source>
        <translation>予測の進み具合</translation>
    </message>
    <message>
        <source>Predict</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>the run&apos;s</source>
        <translation>実行のもの</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>Probability of %1 from which on it is predicted, from 0 to 1; none: the more probable class; the run&apos;s: the one with the largest F1 on its validation split</source>
        <translation>%1 と予測する確率の下限（0～1）。「なし」は確率が高いほうのクラス、「実行のもの」は実行の検証データで F1 が最大になる値</translation>
    </message>
</context>
<context>
    <name>masu::ui::PredictScores</name>
    <message>
        <source>accuracy</source>
        <translation>正解率</translation>
    </message>
    <message>
        <source>balanced accuracy</source>
        <translation>バランス精度</translation>
    </message>
    <message>
        <source>average precision</source>
        <translation>平均適合率</translation>
    </message>
    <message>
        <source>log loss</source>
        <translation>対数損失</translation>
    </message>
    <message>
        <source>F1 of %1 would be the largest, %2, with the threshold %3</source>
        <translation>%1 の F1 はしきい値 %3 で最大（%2）になります</translation>
    </message>
    <message numerus="yes">
        <source>Of %n sample(s) with a label: %1</source>
        <translation>
            <numerusform>ラベルのある %n サンプル：%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %n whole recording(s): %1</source>
        <translation>
            <numerusform>録音全体 %n 件：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>Whole recordings: %1</source>
        <translation>録音全体：%1</translation>
    </message>
    <message>
        <source>%1 is predicted from the probability %2 on</source>
        <translation>確率が %2 以上なら %1 と予測</translation>
    </message>
    <message>
        <source>Probabilities are at the temperature %1</source>
        <translation>確率は温度 %1 で計算</translation>
    </message>
</context>
<context>
    <name>masu::ui::PredictSources</name>
    <message>
        <source>Files to predict</source>
        <translation>予測するファイル</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>ファイルを追加…</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>フォルダーを追加…</translation>
    </message>
    <message>
        <source>Remove from the list</source>
        <translation>一覧から外す</translation>
    </message>
    <message>
        <source>Add files to predict</source>
        <translation>予測するファイルを追加</translation>
    </message>
    <message>
        <source>Add a folder to predict</source>
        <translation>予測するフォルダーを追加</translation>
    </message>
</context>
<context>
    <name>masu::ui::PredictView</name>
    <message>
        <source>all %1</source>
        <translation>%1 個すべて</translation>
    </message>
    <message>
        <source>Predict…</source>
        <translation>予測…</translation>
    </message>
    <message>
        <source>Nothing was predicted yet</source>
        <translation>まだ何も予測していません</translation>
    </message>
    <message>
        <source>The models of a run predict samples of this dataset, or of files like those that it was imported from, with or without labels.</source>
        <translation>実行のモデルは、このデータセットのサンプルのほか、インポート元と同じ形のファイルも、ラベルの有無にかかわらず予測できます。</translation>
    </message>
    <message>
        <source>Predict with the models of the chosen run</source>
        <translation>選んだ実行のモデルで予測します</translation>
    </message>
    <message>
        <source>Back to the runs</source>
        <translation>実行に戻る</translation>
    </message>
    <message>
        <source>Model whose figures are shown</source>
        <translation>指標を表示するモデル</translation>
    </message>
    <message>
        <source>Predictions</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>Confusion</source>
        <translation>混同行列</translation>
    </message>
    <message>
        <source>Figures of each class</source>
        <translation>クラスごとの指標</translation>
    </message>
    <message>
        <source>Reading a run</source>
        <translation>実行を読み込んでいます</translation>
    </message>
    <message>
        <source>%1 is there already. Overwrite it?</source>
        <translation>%1 はすでにあります。上書きしますか？</translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation>上書き</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Predicting with %1</source>
        <translation>%1 で予測しています</translation>
    </message>
    <message>
        <source>Predictions with a run of &lt;b&gt;%1&lt;/b&gt; are being made. Others can be asked for when they are ready, or are cancelled.</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; の実行で予測しています。完了するかキャンセルすると、別の予測を始められます。</translation>
    </message>
    <message numerus="yes">
        <source>%n record(s) without a prediction: see the column Reason, or the notes.</source>
        <translation>
            <numerusform>予測のないレコードが %n 件あります。「理由」の列か注記を見てください。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Predictions for %n whole recording(s) are in %1.</source>
        <translation>
            <numerusform>%n 件の録音全体の予測は %1 にあります。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n prediction(s) in %1</source>
        <translation>
            <numerusform>%1 に %n 件の予測</numerusform>
        </translation>
    </message>
    <message>
        <source>The first %1 are listed; the file has all.</source>
        <translation>最初の %1 件を表示しています。ファイルにはすべてあります。</translation>
    </message>
    <message>
        <source>A double click or Enter opens a sample in Browse.</source>
        <translation>ダブルクリックか Enter で、サンプルを「閲覧」で開きます。</translation>
    </message>
    <message>
        <source>%1 are there already. Overwrite them?</source>
        <translation>%1 はすでにあります。上書きしますか？</translation>
    </message>
</context>
<context>
    <name>masu::ui::ProjectButton</name>
    <message>
        <source>No project</source>
        <translation>未選択</translation>
    </message>
    <message>
        <source>open one to begin</source>
        <translation>開いて始めます</translation>
    </message>
    <message>
        <source>Project: %1</source>
        <translation>プロジェクト：%1</translation>
    </message>
</context>
<context>
    <name>masu::ui::QualityCurve</name>
    <message>
        <source>Quality of the shuffle by its memory</source>
        <translation>シャッフルの質とメモリ</translation>
    </message>
</context>
<context>
    <name>masu::ui::RatePlot</name>
    <message>
        <source>Loss by learning rate</source>
        <translation>学習率ごとの損失</translation>
    </message>
    <message>
        <source>%1: %2 suggested</source>
        <translation>%1：提案は %2</translation>
    </message>
</context>
<context>
    <name>masu::ui::RatioBar</name>
    <message>
        <source>Shares of train, validation and test</source>
        <translation>学習・検証・テストの割合</translation>
    </message>
    <message>
        <source>Border of train and validation</source>
        <translation>学習と検証の境</translation>
    </message>
    <message>
        <source>Border of validation and test</source>
        <translation>検証とテストの境</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
</context>
<context>
    <name>masu::ui::ReceiptDialog</name>
    <message>
        <source>Receipt of %1</source>
        <translation>%1 のレシート</translation>
    </message>
    <message>
        <source>Receipt</source>
        <translation>レシート</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>エポック</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Steps to check</source>
        <translation>確認するステップ</translation>
    </message>
    <message>
        <source>three at random</source>
        <translation>無作為に 3 つ</translation>
    </message>
    <message>
        <source>Numbers of steps from 1 over all epochs. They are trained again, from the nearest state kept.</source>
        <translation>全エポックを通して 1 から数えたステップの番号。保存された直前の状態から学習し直します。</translation>
    </message>
    <message>
        <source>Compare the open dataset and its split, too</source>
        <translation>開いているデータセットと分割も比較</translation>
    </message>
    <message>
        <source>Progress of the check</source>
        <translation>確認の進行状況</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>JSON をコピー</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>確認</translation>
    </message>
    <message>
        <source>Reading a receipt</source>
        <translation>レシートの読み込み</translation>
    </message>
    <message>
        <source>What</source>
        <translation>項目</translation>
    </message>
    <message>
        <source>By the receipt</source>
        <translation>レシートの内容</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>コピーしました</translation>
    </message>
    <message>
        <source>Checking the receipt of %1</source>
        <translation>%1 のレシートを確認</translation>
    </message>
    <message>
        <source>The check was cancelled.</source>
        <translation>確認を中止しました。</translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation>停止しています …</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>Masu %1, LibTorch %2, kernels %3, %4, %5, %6</source>
        <translation>Masu %1、LibTorch %2、命令セット %3、%4、%5、%6</translation>
    </message>
    <message numerus="yes">
        <source>%n thread(s)</source>
        <translation>
            <numerusform>%n スレッド</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, balanced</source>
        <translation>%1、クラスを均等に</translation>
    </message>
    <message numerus="yes">
        <source>%n chunk(s) together</source>
        <translation>
            <numerusform>%n チャンクずつ</numerusform>
        </translation>
    </message>
    <message>
        <source>A training run that has ended</source>
        <translation>終了した学習</translation>
    </message>
    <message>
        <source>A training run, not ended</source>
        <translation>終了していない学習</translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation>データセット</translation>
    </message>
    <message>
        <source>Content hash</source>
        <translation>内容のハッシュ</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>サンプル数</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>分割</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>シード</translation>
    </message>
    <message>
        <source>Shuffle</source>
        <translation>シャッフル</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>バッチ</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>ステップ</translation>
    </message>
    <message>
        <source>From step %1</source>
        <translation>ステップ %1 から</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>エポック</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>順序</translation>
    </message>
    <message>
        <source>Weights of %1 at %2</source>
        <translation>%1（学習率 %2）の重み</translation>
    </message>
    <message>
        <source>An export as %1</source>
        <translation>%1 形式の書き出し</translation>
    </message>
    <message>
        <source>Samples, %1</source>
        <translation>サンプル数（%1）</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>シード %1</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>型</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>バージョン</translation>
    </message>
    <message>
        <source>Masu %1</source>
        <translation>Masu %1</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>ファイル</translation>
    </message>
    <message>
        <source>Hash of the files</source>
        <translation>ファイルのハッシュ</translation>
    </message>
    <message>
        <source>Files equal: %1.</source>
        <translation>一致したファイル：%1。</translation>
    </message>
    <message>
        <source>Chosen steps: %1. Trained again and equal: %2 steps. Hashes of weights equal: %3. Checkpoints equal: %4.</source>
        <translation>選んだステップ：%1。学習し直して一致したステップ：%2。一致した重みのハッシュ：%3。一致したチェックポイント：%4。</translation>
    </message>
    <message>
        <source>Differs from the receipt: %1</source>
        <translation>レシートと異なります：%1</translation>
    </message>
    <message>
        <source>Receipt: %1, now: %2</source>
        <translation>レシート：%1、現在：%2</translation>
    </message>
    <message>
        <source>All that was compared is as in the receipt.</source>
        <translation>比較した内容はすべてレシートのとおりです。</translation>
    </message>
    <message numerus="yes">
        <source>%n slice(s)</source>
        <translation>
            <numerusform>%n スライス</numerusform>
        </translation>
    </message>
    <message>
        <source>Weights of %1 at %2, repeat %3</source>
        <translation>%1（学習率 %2、%3 回目）の重み</translation>
    </message>
</context>
<context>
    <name>masu::ui::RecentRow</name>
    <message>
        <source>Forget</source>
        <translation>一覧から外す</translation>
    </message>
    <message>
        <source>not split</source>
        <translation>未分割</translation>
    </message>
</context>
<context>
    <name>masu::ui::RecordingView</name>
    <message>
        <source>Recording</source>
        <translation>録音</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 〜 %2</translation>
    </message>
</context>
<context>
    <name>masu::ui::ReliabilityPlot</name>
    <message>
        <source>Accuracy by the probability of the predicted class</source>
        <translation>予測したクラスの確率ごとの正解率</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n サンプル</numerusform>
        </translation>
    </message>
    <message>
        <source>probability</source>
        <translation>確率</translation>
    </message>
    <message>
        <source>right</source>
        <translation>正解率</translation>
    </message>
    <message>
        <source>probability %1: %2 right</source>
        <translation>確率 %1：正解率 %2</translation>
    </message>
</context>
<context>
    <name>masu::ui::ResidualPlot</name>
    <message>
        <source>Errors by prediction</source>
        <translation>予測値ごとの誤差</translation>
    </message>
    <message>
        <source>Prediction to the right, prediction minus truth upwards. For a good model the dots scatter evenly above and below the dashed line.</source>
        <translation>横軸は予測値、縦軸は予測値から正解を引いた値です。よいモデルでは、点が破線の上下に均等に散らばります。</translation>
    </message>
    <message>
        <source>prediction %1</source>
        <translation>予測値 %1</translation>
    </message>
    <message>
        <source>truth</source>
        <translation>正解</translation>
    </message>
    <message>
        <source>error</source>
        <translation>誤差</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s), off by %1 at most</source>
        <translation>
            <numerusform>%n サンプル、誤差は最大 %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::RowPages</name>
    <message>
        <source>Read samples</source>
        <translation>サンプルの読み込み</translation>
    </message>
</context>
<context>
    <name>masu::ui::RunHistory</name>
    <message>
        <source>Read earlier runs</source>
        <translation>以前の実行を読む</translation>
    </message>
    <message>
        <source>Naming a run</source>
        <translation>実行に名前を付ける</translation>
    </message>
    <message>
        <source>Deleting a run</source>
        <translation>実行を削除しています</translation>
    </message>
</context>
<context>
    <name>masu::ui::RunTableModel</name>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>開始中</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>残り %1</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>エポック</translation>
    </message>
    <message>
        <source>Train loss</source>
        <translation>学習損失</translation>
    </message>
    <message>
        <source>Val. loss</source>
        <translation>検証損失</translation>
    </message>
    <message>
        <source>Val. acc.</source>
        <translation>検証精度</translation>
    </message>
    <message>
        <source>Test acc.</source>
        <translation>テスト精度</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Val. R²</source>
        <translation>検証 R²</translation>
    </message>
    <message>
        <source>Test R²</source>
        <translation>テスト R²</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1, repeat %2</source>
        <translation>%1、%2 回目</translation>
    </message>
</context>
<context>
    <name>masu::ui::SampleCopy</name>
    <message>
        <source>Copying samples</source>
        <translation>サンプルをコピー</translation>
    </message>
</context>
<context>
    <name>masu::ui::SampleTableModel</name>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
</context>
<context>
    <name>masu::ui::SaveReport</name>
    <message>
        <source>Save report</source>
        <translation>レポートを保存</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>Web ページ (*.html)</translation>
    </message>
    <message>
        <source>Writing a report</source>
        <translation>レポートを書き出しています</translation>
    </message>
    <message>
        <source>The report is in %1.</source>
        <translation>レポートを %1 に保存しました。</translation>
    </message>
</context>
<context>
    <name>masu::ui::Session</name>
    <message>
        <source>split</source>
        <translation>分割済み</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>インポート済み</translation>
    </message>
    <message>
        <source>%1 of %2, %3</source>
        <translation>%1 × %2、%3</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n column(s)</source>
        <translation>
            <numerusform>%n 列</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 from %2, %3</source>
        <translation>%2から%1、%3</translation>
    </message>
    <message numerus="yes">
        <source>%n window(s)</source>
        <translation>
            <numerusform>窓 %n 個</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n recording(s)</source>
        <translation>
            <numerusform>録音 %n 件</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message numerus="yes">
        <source>%n image(s)</source>
        <translation>
            <numerusform>%n 枚の画像</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>System</source>
        <translation>システム</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>ライト</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>ダーク</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>テーマ</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>言語</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Folder for new files</source>
        <translation>新しいファイルのフォルダー</translation>
    </message>
    <message>
        <source>Folder for temporary files</source>
        <translation>一時ファイルのフォルダー</translation>
    </message>
    <message>
        <source>Where datasets and exports are written unless another place is chosen. Empty: beside what they are made from. Training runs stay beside their dataset.</source>
        <translation>ほかの場所を選ばないときに、データセットと書き出しを保存するフォルダーです。空欄なら元のデータと同じ場所に保存します。学習の実行は、常にデータセットと同じ場所に保存します。</translation>
    </message>
    <message>
        <source>Where packed sources are unpacked. Empty: the folder that TMPDIR names, else /var/tmp.</source>
        <translation>圧縮された入力を展開するフォルダーです。空欄なら、TMPDIR が示すフォルダー、なければ /var/tmp を使います。</translation>
    </message>
    <message>
        <source>New files</source>
        <translation>新しいファイル</translation>
    </message>
    <message>
        <source>empty: beside the source</source>
        <translation>空欄：元のデータと同じ場所</translation>
    </message>
    <message>
        <source>Temporary files</source>
        <translation>一時ファイル</translation>
    </message>
    <message>
        <source>empty: by the system</source>
        <translation>空欄：システムの既定</translation>
    </message>
    <message>
        <source>all cores</source>
        <translation>すべてのコア</translation>
    </message>
    <message>
        <source>half of the free memory</source>
        <translation>空きメモリの半分</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>スレッド数</translation>
    </message>
    <message>
        <source>Memory of an import</source>
        <translation>インポートのメモリ</translation>
    </message>
    <message>
        <source>Memory of other jobs</source>
        <translation>そのほかのジョブのメモリ</translation>
    </message>
    <message>
        <source>There is no folder %1. Choose one that exists, or leave the field empty.</source>
        <translation>フォルダー %1 がありません。既存のフォルダーを選ぶか、空欄にしてください。</translation>
    </message>
    <message>
        <source>No file can be made in the folder %1. Choose another one, or leave the field empty.</source>
        <translation>フォルダー %1 にファイルを作成できません。別のフォルダーを選ぶか、空欄にしてください。</translation>
    </message>
</context>
<context>
    <name>masu::ui::ShardTreeModel</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 〜 %2</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>サンプル</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>サイズ</translation>
    </message>
</context>
<context>
    <name>masu::ui::SpectrogramView</name>
    <message>
        <source>Spectrogram</source>
        <translation>スペクトログラム</translation>
    </message>
</context>
<context>
    <name>masu::ui::SpectrumView</name>
    <message>
        <source>Spectrum</source>
        <translation>スペクトル</translation>
    </message>
    <message>
        <source>loudest at %1 Hz, %2 dB</source>
        <translation>最大は %1 Hz で %2 dB</translation>
    </message>
    <message>
        <source>loudest at %1 cycles a frame, %2 dB</source>
        <translation>最大は 1 フレームあたり %1 周期で %2 dB</translation>
    </message>
</context>
<context>
    <name>masu::ui::Split</name>
    <message>
        <source>Train</source>
        <translation>学習</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>検証</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>テスト</translation>
    </message>
    <message>
        <source>Unused</source>
        <translation>未使用</translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitBar</name>
    <message>
        <source>Samples of each split</source>
        <translation>分割ごとのサンプル数</translation>
    </message>
    <message>
        <source>%1 train, %2 validation, %3 test, %4 unused</source>
        <translation>学習 %1、検証 %2、テスト %3、未使用 %4</translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitChecks</name>
    <message>
        <source>No sample twice</source>
        <translation>重複サンプルなし</translation>
    </message>
    <message>
        <source>Same samples in two splits</source>
        <translation>同じサンプルが 2 つの分割にある</translation>
    </message>
    <message>
        <source>No overlapping windows across splits</source>
        <translation>分割をまたいで重なる窓なし</translation>
    </message>
    <message>
        <source>Windows of a recording leak</source>
        <translation>録音の窓が分割間でリーク</translation>
    </message>
    <message>
        <source>Groups on one side</source>
        <translation>グループは分割をまたがない</translation>
    </message>
    <message>
        <source>Groups on both sides</source>
        <translation>グループが分割をまたいでいる</translation>
    </message>
    <message>
        <source>Class shares agree</source>
        <translation>クラスの割合は一致</translation>
    </message>
    <message>
        <source>Class shares differ</source>
        <translation>クラスの割合が異なる</translation>
    </message>
    <message>
        <source>No column gives the label away</source>
        <translation>ラベルを漏らす列なし</translation>
    </message>
    <message>
        <source>A column gives the label away</source>
        <translation>ラベルを漏らす列がある</translation>
    </message>
    <message>
        <source>Statistics agree</source>
        <translation>統計は一致</translation>
    </message>
    <message>
        <source>Statistics drift</source>
        <translation>統計がずれている</translation>
    </message>
    <message>
        <source>Every class in every split</source>
        <translation>全分割に全クラスあり</translation>
    </message>
    <message>
        <source>A split lacks classes</source>
        <translation>クラスの欠けた分割がある</translation>
    </message>
    <message>
        <source>Labels agree</source>
        <translation>ラベルは一致</translation>
    </message>
    <message>
        <source>Same samples, other labels</source>
        <translation>同じサンプルでラベルが異なる</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>チェック</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>未実施</translation>
    </message>
    <message>
        <source>Check now</source>
        <translation>今すぐチェック</translation>
    </message>
    <message>
        <source>Check the split</source>
        <translation>分割のチェック</translation>
    </message>
    <message>
        <source>checking …</source>
        <translation>チェック中…</translation>
    </message>
    <message>
        <source>edited since</source>
        <translation>その後に編集あり</translation>
    </message>
    <message>
        <source>%1 of %2 pass</source>
        <translation>%2 件中 %1 件合格</translation>
    </message>
    <message>
        <source>passed</source>
        <translation>合格</translation>
    </message>
    <message>
        <source>serious</source>
        <translation>重大</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Set %1 aside</source>
        <translation>%1 件を未使用にする</translation>
    </message>
    <message>
        <source>Split by %1</source>
        <translation>%1 ごとに分割する</translation>
    </message>
    <message>
        <source>Keep class shares</source>
        <translation>クラスの割合を保つ</translation>
    </message>
    <message>
        <source>Draw again</source>
        <translation>分割し直す</translation>
    </message>
    <message>
        <source>Keep equal samples together</source>
        <translation>同じサンプルをまとめる</translation>
    </message>
    <message>
        <source>No empty split</source>
        <translation>空の分割なし</translation>
    </message>
    <message>
        <source>A split is empty</source>
        <translation>空の分割がある</translation>
    </message>
    <message>
        <source>Same samples</source>
        <translation>同じサンプル</translation>
    </message>
    <message>
        <source>Overlapping windows</source>
        <translation>重なる窓</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>グループ</translation>
    </message>
    <message>
        <source>Class shares</source>
        <translation>クラスの割合</translation>
    </message>
    <message>
        <source>Columns that give the label away</source>
        <translation>ラベルを漏らす列</translation>
    </message>
    <message>
        <source>Statistics</source>
        <translation>統計</translation>
    </message>
    <message>
        <source>Missing classes</source>
        <translation>足りないクラス</translation>
    </message>
    <message>
        <source>Labels of equal samples</source>
        <translation>同じサンプルのラベル</translation>
    </message>
    <message>
        <source>Empty splits</source>
        <translation>空の分割</translation>
    </message>
    <message>
        <source>not compared</source>
        <translation>比較なし</translation>
    </message>
    <message>
        <source>Not compared: %1</source>
        <translation>比較なし：%1</translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitClasses</name>
    <message>
        <source>Classes</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>Every class has its share in every split.</source>
        <translation>どの分割にも各クラスが比率どおりに入っています。</translation>
    </message>
    <message>
        <source>Class %1 is furthest from its share, by %2.</source>
        <translation>比率から最も離れているのはクラス %1 で、差は %2 です。</translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitCompare</name>
    <message>
        <source>Compare manifests</source>
        <translation>マニフェストの比較</translation>
    </message>
    <message>
        <source>From</source>
        <translation>比較元</translation>
    </message>
    <message>
        <source>To</source>
        <translation>比較先</translation>
    </message>
    <message>
        <source>to</source>
        <translation>→</translation>
    </message>
    <message>
        <source>Samples that moved</source>
        <translation>移ったサンプル</translation>
    </message>
    <message>
        <source>Both splits are identical.</source>
        <translation>どちらも同じ分け方です。</translation>
    </message>
    <message>
        <source>1 sample is in another split.</source>
        <translation>1 個のサンプルが別の分割にあります。</translation>
    </message>
    <message>
        <source>%1 samples are in another split.</source>
        <translation>%1 個のサンプルが別の分割にあります。</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>All</source>
        <translation>すべて</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitEditor</name>
    <message>
        <source>Open the manifest</source>
        <translation>マニフェストを開く</translation>
    </message>
    <message>
        <source>Move samples</source>
        <translation>サンプルの移動</translation>
    </message>
    <message>
        <source>Group samples</source>
        <translation>サンプルのグループ化</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>元に戻す</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>やり直す</translation>
    </message>
    <message>
        <source>Store the manifest</source>
        <translation>マニフェストの保存</translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitForm</name>
    <message>
        <source>Same class shares</source>
        <translation>クラスの割合を保つ</translation>
    </message>
    <message>
        <source>Keep groups together</source>
        <translation>グループを分けない</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>分割</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>シード</translation>
    </message>
    <message>
        <source>This dataset has no classes to keep the shares of.</source>
        <translation>このデータセットには、割合を保つクラスがありません。</translation>
    </message>
    <message>
        <source>No recording, subject or session is on two sides.</source>
        <translation>録音・被験者・セッションが複数の分割にまたがりません。</translation>
    </message>
    <message>
        <source>This dataset has no groups.</source>
        <translation>このデータセットにグループはありません。</translation>
    </message>
    <message>
        <source>Draw again</source>
        <translation>分割し直す</translation>
    </message>
    <message>
        <source>Draw and keep</source>
        <translation>作成して保存</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>詳細</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>ランダム</translation>
    </message>
    <message>
        <source>In order</source>
        <translation>順番どおり</translation>
    </message>
    <message>
        <source>By hash</source>
        <translation>ハッシュ</translation>
    </message>
    <message>
        <source>Each sample or group by chance.</source>
        <translation>サンプルまたはグループごとにランダムに分けます。</translation>
    </message>
    <message>
        <source>Oldest to train, newest to test, with a gap between.</source>
        <translation>古いものを学習、新しいものをテストに割り当て、間を空けます。</translation>
    </message>
    <message>
        <source>By a hash: existing assignments are kept when samples are added.</source>
        <translation>ハッシュで分けます。あとからサンプルを追加しても、既存の割り当ては変わりません。</translation>
    </message>
    <message>
        <source>Split method</source>
        <translation>分割方法</translation>
    </message>
    <message>
        <source>Every split has each class&apos;s share.</source>
        <translation>どの分割でもクラスの割合を同じにします。</translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitManifests</name>
    <message>
        <source>Read the manifests</source>
        <translation>マニフェストの読み込み</translation>
    </message>
    <message>
        <source>%1-copy-%2</source>
        <translation>%1-コピー-%2</translation>
    </message>
    <message>
        <source>%1-copy</source>
        <translation>%1-コピー</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>複製</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>名前の変更</translation>
    </message>
    <message>
        <source>Name of the manifest</source>
        <translation>マニフェストの名前</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Delete the manifest %1? This cannot be undone; the samples stay as they are.</source>
        <translation>マニフェスト %1 を削除しますか。元に戻せません。サンプルはそのまま残ります。</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Make folds</source>
        <translation>交差検証用に分割</translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitOptions</name>
    <message>
        <source>Make folds</source>
        <translation>交差検証用に分割</translation>
    </message>
    <message>
        <source>Drawn by</source>
        <translation>分割の基準</translation>
    </message>
    <message>
        <source>Groups that stay whole</source>
        <translation>分けないグループ</translation>
    </message>
    <message>
        <source>No group is on two sides.</source>
        <translation>グループが複数の分割にまたがりません。</translation>
    </message>
    <message>
        <source>Order, lowest first to train</source>
        <translation>順序（小さいものから学習へ）</translation>
    </message>
    <message>
        <source>For drawing in order, such as by time.</source>
        <translation>時刻などの順に分けるときに使います。</translation>
    </message>
    <message>
        <source>Gap between splits, in samples</source>
        <translation>分割の間に空けるサンプル数</translation>
    </message>
    <message>
        <source>Left unused between neighbouring splits of an order.</source>
        <translation>順に分けるとき、隣り合う分割の間を未使用にします。</translation>
    </message>
    <message>
        <source>Left out</source>
        <translation>除外</translation>
    </message>
    <message>
        <source>Samples where</source>
        <translation>除外するサンプルの条件</translation>
    </message>
    <message>
        <source>These stay unused; the reason is kept with the manifest.</source>
        <translation>未使用のままになり、理由はマニフェストに残ります。</translation>
    </message>
    <message>
        <source>Share of the rest that is used</source>
        <translation>残りのうち使う割合</translation>
    </message>
    <message>
        <source>A small trial set; class shares stay.</source>
        <translation>試行用の小さな部分です。クラスの割合は保たれます。</translation>
    </message>
    <message>
        <source>Folds</source>
        <translation>交差検証</translation>
    </message>
    <message>
        <source>Number of folds</source>
        <translation>フォールドの数</translation>
    </message>
    <message>
        <source>One manifest a fold, in which that fold is validation and the others are train.</source>
        <translation>フォールドごとに、そのフォールドを検証、残りを学習とするマニフェストを作ります。</translation>
    </message>
    <message>
        <source>stored groups</source>
        <translation>保存されたグループ</translation>
    </message>
    <message>
        <source>sources</source>
        <translation>入力元</translation>
    </message>
    <message>
        <source>position in the source</source>
        <translation>入力元内の位置</translation>
    </message>
    <message>
        <source>Keep equal samples together</source>
        <translation>同じサンプルをまとめる</translation>
    </message>
    <message>
        <source>Samples with the same values are in one split. For drawing at random, without groups.</source>
        <translation>値が同じサンプルは 1 つの分割に入ります。グループを使わないランダムな分割で有効です。</translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitPage</name>
    <message>
        <source>Split</source>
        <translation>分割</translation>
    </message>
    <message>
        <source>Its samples can then be divided into train, validation and test.</source>
        <translation>インポートすると、サンプルを学習・検証・テストに分けられます。</translation>
    </message>
    <message>
        <source>Undo (Ctrl+Z)</source>
        <translation>元に戻す（Ctrl+Z）</translation>
    </message>
    <message>
        <source>Redo (Ctrl+Shift+Z)</source>
        <translation>やり直す（Ctrl+Shift+Z）</translation>
    </message>
    <message>
        <source>Read lists</source>
        <translation>リストを読み込む</translation>
    </message>
    <message>
        <source>Write lists</source>
        <translation>リストを書き出す</translation>
    </message>
    <message>
        <source>Takes train.csv, validation.csv and test.csv, or .txt lists of file names, from a folder.</source>
        <translation>フォルダーから train.csv・validation.csv・test.csv、またはファイル名の .txt リストを読み込みます。</translation>
    </message>
    <message>
        <source>Writes train.csv, validation.csv and test.csv into a folder.</source>
        <translation>フォルダーに train.csv・validation.csv・test.csv を書きます。</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>見積もり</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>固定済み</translation>
    </message>
    <message>
        <source>Draw the split</source>
        <translation>分割を作成</translation>
    </message>
    <message>
        <source>split-%1</source>
        <translation>分割-%1</translation>
    </message>
    <message>
        <source>Freeze</source>
        <translation>固定</translation>
    </message>
    <message>
        <source>Folder that holds the lists</source>
        <translation>リストのあるフォルダー</translation>
    </message>
    <message>
        <source>Folder to write the lists into</source>
        <translation>リストを書き出すフォルダー</translation>
    </message>
    <message>
        <source>1 sample moved by hand</source>
        <translation>手で移したサンプル 1 個</translation>
    </message>
    <message>
        <source>%1 samples moved by hand</source>
        <translation>手で移したサンプル %1 個</translation>
    </message>
    <message>
        <source>not drawn by ratios</source>
        <translation>比率によらない分割</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>別名で保存</translation>
    </message>
    <message>
        <source>Name of the manifest</source>
        <translation>マニフェストの名前</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>Keeps it from ever changing, so that runs that name it stay comparable.</source>
        <translation>以後は変更できなくなり、この分割を使った学習どうしを比較できます。</translation>
    </message>
    <message>
        <source>More for this manifest</source>
        <translation>このマニフェストのそのほかの操作</translation>
    </message>
    <message>
        <source>Save as …</source>
        <translation>別名で保存…</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>複製</translation>
    </message>
    <message>
        <source>Rename …</source>
        <translation>名前の変更…</translation>
    </message>
    <message>
        <source>Delete …</source>
        <translation>削除…</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>チェック</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>詳細</translation>
    </message>
    <message>
        <source>a preview: no run uses it before it is kept</source>
        <translation>プレビュー：保存するまで学習には使われません</translation>
    </message>
    <message>
        <source>Not stored</source>
        <translation>保存されていません</translation>
    </message>
    <message>
        <source>The last changes to the manifest %1 were not stored. %2</source>
        <translation>マニフェスト %1 への最後の変更は保存されていません。%2</translation>
    </message>
    <message>
        <source>Choose what the network learns from, and what it is evaluated on.</source>
        <translation>何を学習に使い、何で評価するかを決めます。</translation>
    </message>
    <message>
        <source>without what was moved by hand</source>
        <translation>手動で移動したサンプルは含みません</translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitRules</name>
    <message>
        <source>Add a rule</source>
        <translation>規則を追加</translation>
    </message>
    <message>
        <source>Rules on source names</source>
        <translation>入力元の名前による規則</translation>
    </message>
    <message>
        <source>Split of this rule</source>
        <translation>この規則の分割</translation>
    </message>
    <message>
        <source>Regular expression on the source&apos;s path</source>
        <translation>入力元のパスへの正規表現</translation>
    </message>
    <message>
        <source>Remove this rule</source>
        <translation>この規則を外す</translation>
    </message>
    <message>
        <source>This is not yet a regular expression.</source>
        <translation>まだ正規表現になっていません。</translation>
    </message>
    <message>
        <source>First match wins; ratios divide the rest.</source>
        <translation>先に当てはまった規則が優先し、残りを比率で分けます。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n source(s) matched</source>
        <translation>
            <numerusform>入力元 %n 件のうち %1 件が一致</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitSamples</name>
    <message>
        <source>label = &quot;2&quot; and source contains &quot;jackson&quot;</source>
        <translation>label = &quot;2&quot; and source contains &quot;jackson&quot;</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>絞り込み</translation>
    </message>
    <message>
        <source>A name, or tests of columns joined by and, or, not. Names: sample, source, position, label, group, split, and the columns (Ctrl+F).</source>
        <translation>名前、または列の条件を and、or、not でつないだもの。使える名前は sample、source、position、label、group、split と列名です（Ctrl+F）。</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>グループ化</translation>
    </message>
    <message>
        <source>What the rows are grouped by</source>
        <translation>行をまとめる基準</translation>
    </message>
    <message>
        <source>by group, source</source>
        <translation>グループと入力元別</translation>
    </message>
    <message>
        <source>by group</source>
        <translation>グループ別</translation>
    </message>
    <message>
        <source>by source</source>
        <translation>入力元別</translation>
    </message>
    <message>
        <source>by label</source>
        <translation>ラベル別</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>%1 別</translation>
    </message>
    <message>
        <source>%1 found</source>
        <translation>%1 件</translation>
    </message>
    <message>
        <source>Frozen: edit a copy</source>
        <translation>固定済み：複製を編集してください</translation>
    </message>
    <message>
        <source>Nothing selected</source>
        <translation>選択なし</translation>
    </message>
    <message>
        <source>All %1 found</source>
        <translation>該当する %1 件すべて</translation>
    </message>
    <message>
        <source>%1 selected</source>
        <translation>%1 件を選択</translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitTabs</name>
    <message>
        <source>New</source>
        <translation>新規</translation>
    </message>
    <message>
        <source>%1. Frozen: it can be copied, but not changed.</source>
        <translation>%1。固定済み：複製はできますが、変更はできません。</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>他 %1 件</translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitTarget</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitTargets</name>
    <message>
        <source>Move to Train</source>
        <translation>学習へ移す</translation>
    </message>
    <message>
        <source>Move to Validation</source>
        <translation>検証へ移す</translation>
    </message>
    <message>
        <source>Move to Test</source>
        <translation>テストへ移す</translation>
    </message>
    <message>
        <source>Move to Unused</source>
        <translation>未使用へ移す</translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitTree</name>
    <message>
        <source>Groups and samples</source>
        <translation>グループとサンプル</translation>
    </message>
</context>
<context>
    <name>masu::ui::SplitTreeModel</name>
    <message>
        <source>without a value</source>
        <translation>値なし</translation>
    </message>
    <message>
        <source>%1 train, %2 validation, %3 test, %4 unused</source>
        <translation>学習 %1、検証 %2、テスト %3、未使用 %4</translation>
    </message>
    <message>
        <source>Sample %1</source>
        <translation>サンプル %1</translation>
    </message>
    <message>
        <source>%1, position %2</source>
        <translation>%1、位置 %2</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>分割</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>ラベル</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>サンプル数</translation>
    </message>
</context>
<context>
    <name>masu::ui::StartInterrupted</name>
    <message>
        <source>The import to %1 was interrupted.</source>
        <translation>%1 へのインポートは中断されています。</translation>
    </message>
    <message>
        <source>The training of %1 in %2 was interrupted.</source>
        <translation>%1 の学習（%2）は中断されています。</translation>
    </message>
    <message>
        <source>The export of %1 to %2 was interrupted.</source>
        <translation>%1 から %2 への書き出しは中断されています。</translation>
    </message>
    <message>
        <source>Looking for interrupted work</source>
        <translation>中断された作業を検索</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>中断された作業</translation>
    </message>
    <message>
        <source>Resume…</source>
        <translation>再開…</translation>
    </message>
    <message>
        <source>Take it off this list; what is on the disk stays.</source>
        <translation>この一覧から外します。ディスク上のデータは残ります。</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>一覧から外す</translation>
    </message>
</context>
<context>
    <name>masu::ui::StartPage</name>
    <message>
        <source>Start</source>
        <translation>スタート</translation>
    </message>
    <message>
        <source>Bring data in, or carry on where you left off.</source>
        <translation>データをインポートするか、前回の続きから始めます。</translation>
    </message>
    <message>
        <source>Open project</source>
        <translation>プロジェクトを開く</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>最近のもの</translation>
    </message>
    <message>
        <source>Datasets you import or open are listed here.</source>
        <translation>インポートしたり開いたりしたデータセットがここに並びます。</translation>
    </message>
    <message>
        <source>Try it on sample data</source>
        <translation>サンプルデータで試す</translation>
    </message>
    <message>
        <source>A table</source>
        <translation>表</translation>
    </message>
    <message>
        <source>48,842 people, 15 columns, 6 MB</source>
        <translation>48,842 人、15 列、6 MB</translation>
    </message>
    <message>
        <source>Recordings</source>
        <translation>録音</translation>
    </message>
    <message>
        <source>3,000 spoken digits, 6 voices, 21 MB</source>
        <translation>数字の発話 3,000 件、6 人、21 MB</translation>
    </message>
    <message>
        <source>Both are generated on this machine into the folder %1, and open in Import: from there it is about five minutes to a trained model.</source>
        <translation>どちらもこのマシンのフォルダー %1 に生成され、インポートで開きます。そこから約 5 分で学習済みモデルができます。</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>ファイルを開く</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>フォルダーを開く</translation>
    </message>
    <message>
        <source>Datasets (*.h5 *.hdf5)</source>
        <translation>データセット (*.h5 *.hdf5)</translation>
    </message>
    <message>
        <source>Generating sample data</source>
        <translation>サンプルデータを生成</translation>
    </message>
    <message>
        <source>CSV, TSV, JSON Lines, Excel, ARFF, .ts  ·  WAV, FLAC, Ogg, AIFF  ·  EDF, BDF, WFDB, BrainVision  ·  MAT, NPY, NPZ, IDX, HDF5, raw  ·  gz, zst, ZIP  ·  Masu datasets</source>
        <translation>CSV、TSV、JSON Lines、Excel、ARFF、.ts  ·  WAV、FLAC、Ogg、AIFF  ·  EDF、BDF、WFDB、BrainVision  ·  MAT、NPY、NPZ、IDX、HDF5、ヘッダーなし  ·  gz、zst、ZIP  ·  Masu のデータセット</translation>
    </message>
</context>
<context>
    <name>masu::ui::StepBar</name>
    <message>
        <source>Start</source>
        <translation>スタート</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>インポート</translation>
    </message>
    <message>
        <source>Browse</source>
        <translation>閲覧</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>分割</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>見積もり</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>学習</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>書き出し</translation>
    </message>
    <message>
        <source>Find an action</source>
        <translation>操作を検索</translation>
    </message>
    <message>
        <source>Ctrl K</source>
        <translation>Ctrl K</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>ヘルプ</translation>
    </message>
    <message>
        <source>F1</source>
        <translation>F1</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>設定</translation>
    </message>
    <message>
        <source>Ctrl ,</source>
        <translation>Ctrl ,</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 回</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n live</source>
        <translation>
            <numerusform>%n 実行中</numerusform>
        </translation>
    </message>
    <message>
        <source>plan</source>
        <translation>計画</translation>
    </message>
    <message>
        <source>done</source>
        <translation>完了</translation>
    </message>
    <message>
        <source>not imported yet</source>
        <translation>未インポート</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n サンプル</numerusform>
        </translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>手順</translation>
    </message>
</context>
<context>
    <name>masu::ui::SuspectsForm</name>
    <message>
        <source>One is predicted, the next chooses the epoch, and the others train.</source>
        <translation>1 つを予測し、次の 1 つでエポックを選び、残りで学習します。</translation>
    </message>
    <message>
        <source>What stays in one fold. Automatic: the dataset&apos;s groups, or the recordings of windows.</source>
        <translation>同じフォールドに入れるもの。自動では、データセットのグループ、または窓の元の録音です。</translation>
    </message>
    <message>
        <source>as stored</source>
        <translation>保存された形のまま</translation>
    </message>
    <message>
        <source>Shape of a sample for the model, such as 1x28x28 for an image</source>
        <translation>モデルに渡すサンプルの形状。画像なら 1x28x28 など</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>Automatic: epochs, batch and what else is not stated are chosen by the data.</source>
        <translation>自動では、エポック数やバッチなど、指定していない設定をデータから選びます。</translation>
    </message>
    <message>
        <source>Of folds, weights and order</source>
        <translation>フォールド、重み、順序の乱数シード</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>モデルのファイル</translation>
    </message>
    <message>
        <source>TorchScript models (*.pt)</source>
        <translation>TorchScript モデル (*.pt)</translation>
    </message>
    <message>
        <source>Keep the runs in</source>
        <translation>実行を残すフォルダー</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>Folds</source>
        <translation>フォールド</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>グループ</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>エポック</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>バッチ</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>シード</translation>
    </message>
    <message>
        <source>Predictions</source>
        <translation>予測</translation>
    </message>
    <message>
        <source>Train on folds</source>
        <translation>フォールドで学習</translation>
    </message>
    <message>
        <source>Use runs</source>
        <translation>実行を使う</translation>
    </message>
    <message>
        <source>A label is doubted where a model that did not learn from the sample finds another class probable.</source>
        <translation>そのサンプルを学習に使っていないモデルが別のクラスの可能性を示すラベルを、疑わしいとみなします。</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>学習</translation>
    </message>
    <message>
        <source>If empty, the runs are removed afterwards. The splits of the dataset stay as they are.</source>
        <translation>空欄なら、実行は終了後に削除します。データセットの分割は変わりません。</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>探索の進行状況</translation>
    </message>
    <message>
        <source>Find wrong labels</source>
        <translation>ラベルの誤りを探す</translation>
    </message>
    <message>
        <source>a model file…</source>
        <translation>モデルのファイル…</translation>
    </message>
    <message>
        <source>none: each sample by itself</source>
        <translation>なし：サンプルごと</translation>
    </message>
    <message>
        <source>stored groups</source>
        <translation>保存されたグループ</translation>
    </message>
    <message>
        <source>sources</source>
        <translation>入力元</translation>
    </message>
    <message>
        <source>Run %1 of %2</source>
        <translation>実行 %1 / %2</translation>
    </message>
</context>
<context>
    <name>masu::ui::SuspectsModel</name>
    <message>
        <source>Its number in the dataset, from 0</source>
        <translation>データセット内の番号（0 から）</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>サンプル</translation>
    </message>
    <message>
        <source>The source and the position in it, from 0</source>
        <translation>入力元と、その中の位置（0 から）</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>入力元</translation>
    </message>
    <message>
        <source>The class that the sample is labelled with</source>
        <translation>サンプルに付いているラベルのクラス</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>ラベル</translation>
    </message>
    <message>
        <source>The class that it probably is</source>
        <translation>実際にはそうと思われるクラス</translation>
    </message>
    <message>
        <source>Proposed</source>
        <translation>候補</translation>
    </message>
    <message>
        <source>The probability of the label</source>
        <translation>ラベルのクラスの確率</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>信頼度</translation>
    </message>
    <message>
        <source>The largest probability of another class</source>
        <translation>ほかのクラスの最大の確率</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>他クラス</translation>
    </message>
    <message>
        <source>Confidence minus the largest probability of another class; the lowest is the most suspicious</source>
        <translation>信頼度から、ほかのクラスの最大の確率を引いた値。小さいほど疑わしいサンプルです</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>マージン</translation>
    </message>
</context>
<context>
    <name>masu::ui::SuspectsRuns</name>
    <message>
        <source>This dataset has no runs. Train some, or add their folders.</source>
        <translation>このデータセットには実行がありません。学習するか、フォルダーを追加してください。</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>フォルダーを追加…</translation>
    </message>
    <message>
        <source>The folder of a run that was trained on this dataset, or of one of its models</source>
        <translation>このデータセットで学習した実行、またはそのモデルのフォルダー</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>Read earlier runs</source>
        <translation>以前の実行を読む</translation>
    </message>
    <message>
        <source>Add the folder of a run</source>
        <translation>実行のフォルダーを追加</translation>
    </message>
</context>
<context>
    <name>masu::ui::SuspectsView</name>
    <message>
        <source>Find wrong labels…</source>
        <translation>ラベルの誤りを探す…</translation>
    </message>
    <message>
        <source>No wrong labels were looked for yet</source>
        <translation>ラベルの誤りはまだ探していません</translation>
    </message>
    <message>
        <source>Samples whose label is probably wrong are listed here. A search only reads the dataset.</source>
        <translation>ラベルが誤っていそうなサンプルをここに一覧にします。データセットは読むだけで、変更しません。</translation>
    </message>
    <message>
        <source>Samples whose label is probably wrong</source>
        <translation>ラベルが誤っていそうなサンプル</translation>
    </message>
    <message>
        <source>Estimated wrong labels by pair of classes</source>
        <translation>クラスの組ごとの、ラベルの誤りの推定数</translation>
    </message>
    <message>
        <source>Back to the runs</source>
        <translation>実行に戻る</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>サンプル</translation>
    </message>
    <message>
        <source>Pairs of classes</source>
        <translation>クラスの組</translation>
    </message>
    <message>
        <source>Save as CSV…</source>
        <translation>CSV に保存…</translation>
    </message>
    <message>
        <source>Writes all suspects to a file, with source and position of each</source>
        <translation>疑わしいサンプルをすべて、入力元と位置を付けてファイルに書き出します</translation>
    </message>
    <message numerus="yes">
        <source>%1 on %n fold(s)</source>
        <translation>
            <numerusform>%1（%n フォールド）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 件の実行</numerusform>
        </translation>
    </message>
    <message>
        <source>Finding wrong labels of %1</source>
        <translation>%1 のラベルの誤りを探索中</translation>
    </message>
    <message>
        <source>Wrong labels of &lt;b&gt;%1&lt;/b&gt; are being looked for. Another search can be started when that has ended, or is cancelled.</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; のラベルの誤りを探しています。次の探索は、それが終わるか、キャンセルした後に始められます。</translation>
    </message>
    <message>
        <source>%1 among %2. Estimated share of wrong labels: %3</source>
        <translation>%2のうち%1。誤ったラベルの推定割合：%3</translation>
    </message>
    <message numerus="yes">
        <source>%n suspect(s)</source>
        <translation>
            <numerusform>疑わしいサンプル %n 個</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s)</source>
        <translation>
            <numerusform>%n サンプル</numerusform>
        </translation>
    </message>
    <message>
        <source>Predicted by %1.</source>
        <translation>予測：%1。</translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) without an out-of-sample prediction were not looked at: %1.</source>
        <translation>
            <numerusform>学習に使っていないモデルによる予測がない %n サンプルは調べていません：%1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sample(s) without a label were not looked at.</source>
        <translation>
            <numerusform>ラベルのない %n サンプルは調べていません。</numerusform>
        </translation>
    </message>
    <message>
        <source>The first %1 are listed; the saved list has all.</source>
        <translation>最初の %1 個を表示しています。保存した一覧にはすべて入ります。</translation>
    </message>
    <message>
        <source>A double click or Enter opens a sample in Browse. A suspect is a proposal: look at it before you change a label.</source>
        <translation>ダブルクリックか Enter で、サンプルを「閲覧」で開きます。結果はあくまで候補です。ラベルを直す前に確かめてください。</translation>
    </message>
    <message>
        <source>Save the list of suspects</source>
        <translation>疑わしいサンプルの一覧を保存</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表 (*.csv)</translation>
    </message>
    <message>
        <source>Writing the list of suspects</source>
        <translation>疑わしいサンプルの一覧を書き出し中</translation>
    </message>
    <message>
        <source>The list is in %1.</source>
        <translation>一覧を %1 に保存しました。</translation>
    </message>
    <message>
        <source>The dataset or its labels changed while it was open here. Open it again, and search again if nothing is listed then.</source>
        <translation>開いている間にデータセットまたはそのラベルが変わりました。開き直し、それでも一覧に何も表示されなければ、もう一度探索してください。</translation>
    </message>
    <message>
        <source>%1 and others</source>
        <translation>%1 など</translation>
    </message>
</context>
<context>
    <name>masu::ui::TableDelegate</name>
    <message>
        <source>missing</source>
        <translation>欠損</translation>
    </message>
    <message>
        <source>unreadable</source>
        <translation>読めません</translation>
    </message>
</context>
<context>
    <name>masu::ui::ThresholdPlot</name>
    <message>
        <source>ROC curve</source>
        <translation>ROC 曲線</translation>
    </message>
    <message>
        <source>Precision-recall curve</source>
        <translation>適合率・再現率曲線</translation>
    </message>
    <message>
        <source>threshold %1</source>
        <translation>しきい値 %1</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>再現率</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>適合率</translation>
    </message>
    <message numerus="yes">
        <source>%n threshold(s)</source>
        <translation>
            <numerusform>しきい値 %n 個</numerusform>
        </translation>
    </message>
    <message>
        <source>false positive rate</source>
        <translation>偽陽性率</translation>
    </message>
</context>
<context>
    <name>masu::ui::TrainCharts</name>
    <message>
        <source>The curve begins with the first epoch.</source>
        <translation>曲線は最初のエポックから始まります。</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>損失</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Smooth</source>
        <translation>平滑化</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>線形</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>対数</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>処理速度</translation>
    </message>
    <message>
        <source>Batches ready</source>
        <translation>準備済みバッチ</translation>
    </message>
    <message>
        <source>Waiting for data</source>
        <translation>データ待ち</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>エポック</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 サンプル/秒</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>検証</translation>
    </message>
    <message>
        <source>train</source>
        <translation>学習</translation>
    </message>
    <message>
        <source>Dashed: at most %1 were forecast.</source>
        <translation>破線：見積もった上限 %1。</translation>
    </message>
    <message>
        <source>R²</source>
        <translation>R²</translation>
    </message>
</context>
<context>
    <name>masu::ui::TrainForecast</name>
    <message>
        <source>the disk</source>
        <translation>ディスク</translation>
    </message>
    <message>
        <source>decoding</source>
        <translation>デコード</translation>
    </message>
    <message>
        <source>making batches</source>
        <translation>バッチ作成</translation>
    </message>
    <message>
        <source>the trainer</source>
        <translation>学習側</translation>
    </message>
    <message>
        <source>How much the mean of a batch varies, against the memory that shuffling takes. Dashed: as good as random. Dot: this run. Ring: the smallest memory that is as good as random.</source>
        <translation>シャッフルに使うメモリに対する、バッチ平均のばらつき。破線：ランダムと同等。点：この学習。輪：ランダムと同等になる最小のメモリ。</translation>
    </message>
    <message>
        <source>An epoch</source>
        <translation>1 エポック</translation>
    </message>
    <message>
        <source>≈ %1</source>
        <translation>約 %1</translation>
    </message>
    <message>
        <source>The first</source>
        <translation>最初</translation>
    </message>
    <message>
        <source>Bottleneck</source>
        <translation>ボトルネック</translation>
    </message>
    <message>
        <source>How long reading takes if the trainer never makes it wait.</source>
        <translation>学習側で待たされない場合に、読み出しにかかる時間です。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>メモリ</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>最大 %1</translation>
    </message>
    <message>
        <source>As good as a random shuffle.</source>
        <translation>ランダムなシャッフルと同等です。</translation>
    </message>
    <message>
        <source>Batches vary %1 times as much as random ones. Samples that are imported shuffled are as good as random.</source>
        <translation>バッチのばらつきはランダムな場合の %1 倍です。シャッフルしてインポートすれば、ランダムと同じになります。</translation>
    </message>
    <message>
        <source>Data forecast</source>
        <translation>データの見積もり</translation>
    </message>
</context>
<context>
    <name>masu::ui::TrainForm</name>
    <message>
        <source>constant</source>
        <translation>一定</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>コサイン</translation>
    </message>
    <message>
        <source>one cycle</source>
        <translation>1 サイクル</translation>
    </message>
    <message>
        <source>New run from this</source>
        <translation>この設定で新規</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>モデル</translation>
    </message>
    <message>
        <source>All read one stream of batches.</source>
        <translation>すべてのモデルが同じバッチから学習します。</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>データ</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>学習</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>none</source>
        <translation>なし</translation>
    </message>
    <message>
        <source>never</source>
        <translation>しない</translation>
    </message>
    <message>
        <source>Epochs without a better validation loss before a model stops.</source>
        <translation>検証損失が改善しないまま、モデルを止めるまでのエポック数。</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>エポック</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>バッチ</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>オプティマイザー</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学習率</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>スケジュール</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>重み減衰</translation>
    </message>
    <message>
        <source>Stop early</source>
        <translation>早期終了</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>シード</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>場所</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>分割</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>順序</translation>
    </message>
    <message>
        <source>shuffled in blocks</source>
        <translation>ブロック単位でシャッフル</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>フォルダー</translation>
    </message>
    <message>
        <source>in steps</source>
        <translation>段階的に下げる</translation>
    </message>
    <message>
        <source>not at all</source>
        <translation>変化させない</translation>
    </message>
    <message>
        <source>How train samples vary from epoch to epoch, such as noise=0.05,gain=0.8..1.2,mixup=0.2. Recordings and images also take shift, crop, mask, drop and flip.</source>
        <translation>学習サンプルをエポックごとにどう変化させるか。例：noise=0.05,gain=0.8..1.2,mixup=0.2。録音と画像では shift、crop、mask、drop、flip も使えます。</translation>
    </message>
    <message>
        <source>equally often</source>
        <translation>同じ頻度</translation>
    </message>
    <message>
        <source>Draws every class equally often, small ones more than once an epoch.</source>
        <translation>どのクラスも同じ頻度で選びます。小さいクラスはエポックごとに 2 回以上選ばれます。</translation>
    </message>
    <message>
        <source>Vary samples</source>
        <translation>データ拡張</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>クラス</translation>
    </message>
    <message>
        <source>every class equally often</source>
        <translation>どのクラスも同じ頻度</translation>
    </message>
    <message>
        <source>Several with commas between train each model with each of them, from one stream.</source>
        <translation>コンマで区切って複数指定すると、各モデルをそれぞれの値で、同じバッチから学習します。</translation>
    </message>
    <message>
        <source>Find one</source>
        <translation>探す</translation>
    </message>
    <message>
        <source>Takes a hundred steps of growing learning rate, on copies of the models.</source>
        <translation>モデルのコピーで、学習率を上げながら 100 ステップ学習します。</translation>
    </message>
    <message>
        <source>Searching …</source>
        <translation>探しています…</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>The loss to minimise: squared errors weigh outliers more than absolute ones.</source>
        <translation>最小化する損失です。二乗誤差は絶対誤差よりも外れ値を重く扱います。</translation>
    </message>
    <message>
        <source>Balanced: samples of small classes weigh more, so that every class counts the same.</source>
        <translation>均等にすると、少ないクラスのサンプルの重みが増え、どのクラスも同じだけ効きます。</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>損失</translation>
    </message>
    <message>
        <source>Class weights</source>
        <translation>クラスの重み</translation>
    </message>
    <message>
        <source>Clip gradients</source>
        <translation>勾配のクリップ</translation>
    </message>
    <message>
        <source>absolute</source>
        <translation>絶対誤差</translation>
    </message>
    <message>
        <source>squared</source>
        <translation>二乗誤差</translation>
    </message>
    <message>
        <source>balanced</source>
        <translation>均等</translation>
    </message>
    <message>
        <source>Clip the gradients to this norm.</source>
        <translation>勾配のノルムをこの値でクリップします。</translation>
    </message>
    <message>
        <source>Learns from a batch in so many slices, one after another: a step takes less memory, and batch normalisation sees one slice at a time.</source>
        <translation>バッチをこの数のスライスに分けて順に学習します。1 ステップのメモリが減り、バッチ正規化の統計はスライスごとに計算されます。</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>スライス</translation>
    </message>
    <message numerus="yes">
        <source>%n epoch(s)</source>
        <translation>
            <numerusform>%n エポック</numerusform>
        </translation>
    </message>
    <message>
        <source>Automatic: epochs, batch, schedule, early stopping, class weights and weight decay are chosen by the data. A field that you change keeps its value.</source>
        <translation>自動では、エポック数、バッチ、スケジュール、早期終了、クラスの重み、重み減衰をデータに合わせて選びます。自分で変更した項目は、その値のまま使います。</translation>
    </message>
    <message>
        <source>Choose all by the data</source>
        <translation>すべてデータに合わせる</translation>
    </message>
    <message>
        <source>Chosen by the data</source>
        <translation>データに合わせた設定</translation>
    </message>
    <message>
        <source>%1 %2: %3</source>
        <translation>%1 %2：%3</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>校正</translation>
    </message>
    <message>
        <source>Temperature scaling: at the end, one number is fitted to the validation split, by which the outputs are divided before the softmax. Probabilities then agree better with how often the model is right.</source>
        <translation>温度スケーリング：学習の最後に、ソフトマックスの前に出力を割る数を検証データから求めます。確率が、実際に正解する割合により近くなります。</translation>
    </message>
    <message>
        <source>temperature scaling</source>
        <translation>温度スケーリング</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>温度を使用</translation>
    </message>
    <message>
        <source>Trains each model so many times, each time with another seed, and shows mean and standard deviation of the test. Memory and time are those of as many models.</source>
        <translation>各モデルをシードを変えて指定した回数だけ学習し、テストの平均と標準偏差を表示します。メモリと時間は、その数のモデルを学習するのと同じだけかかります。</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>繰り返し</translation>
    </message>
    <message>
        <source>%1, repeat %2</source>
        <translation>%1、%2 回目</translation>
    </message>
</context>
<context>
    <name>masu::ui::TrainPage</name>
    <message>
        <source>Train</source>
        <translation>学習</translation>
    </message>
    <message>
        <source>Watch the runs, and stop those that do not improve.</source>
        <translation>学習の経過を見て、改善しないものを止められます。</translation>
    </message>
    <message>
        <source>Models can then be trained on it and watched here.</source>
        <translation>インポートすると、ここでモデルを学習し、経過を見られます。</translation>
    </message>
    <message>
        <source>Stop and keep</source>
        <translation>停止して保存</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>書き出し</translation>
    </message>
    <message>
        <source>%1 live</source>
        <translation>%1 実行中</translation>
    </message>
    <message>
        <source>1 run</source>
        <translation>1 回</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 回</translation>
    </message>
    <message>
        <source>This dataset has no labels to learn. Import it again and choose a label column.</source>
        <translation>このデータセットに学習するラベルがありません。ラベル列を選んでインポートし直してください。</translation>
    </message>
    <message>
        <source>Training %1</source>
        <translation>%1 を学習</translation>
    </message>
    <message>
        <source>Training %1 models</source>
        <translation>モデル %1 個を学習</translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation>停止しています …</translation>
    </message>
    <message>
        <source>best run %1</source>
        <translation>最良の実行 %1</translation>
    </message>
    <message>
        <source>Resume this run</source>
        <translation>この学習を再開</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>一時停止</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>一時停止中</translation>
    </message>
    <message>
        <source>Estimating memory</source>
        <translation>メモリを見積もっています</translation>
    </message>
    <message>
        <source>Finding a learning rate</source>
        <translation>学習率を探しています</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>Delete a run</source>
        <translation>実行を削除</translation>
    </message>
    <message>
        <source>Delete %1 with its checkpoints? That cannot be undone.</source>
        <translation>%1 をチェックポイントごと削除しますか。元に戻せません。</translation>
    </message>
    <message>
        <source>Delete %1 with its %2 models and their checkpoints? That cannot be undone.</source>
        <translation>%1 を %2 個のモデルとチェックポイントごと削除しますか。元に戻せません。</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>残す</translation>
    </message>
    <message>
        <source>A run on &lt;b&gt;%1&lt;/b&gt; is in progress. Another can be started when it has ended, or is stopped.</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; の学習が続いています。終わるか止めると、ここで新しく開始できます。</translation>
    </message>
    <message>
        <source>There is no split yet, and a run needs one to learn from and be tested by.</source>
        <translation>まだ分割がありません。学習とテストには分割が必要です。</translation>
    </message>
    <message>
        <source>Forecasting the data</source>
        <translation>データの見積もりを計算しています</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>再開</translation>
    </message>
    <message>
        <source>Receipt of the chosen run</source>
        <translation>選んだ実行のレシート</translation>
    </message>
    <message>
        <source>Choosing the settings of a run</source>
        <translation>学習の設定を選んでいます</translation>
    </message>
    <message>
        <source>Save a report of the chosen run…</source>
        <translation>選んだ実行のレポートを保存…</translation>
    </message>
    <message>
        <source>The logs of %1 runs cannot be read, so that they are not listed: %2. The first one: %3</source>
        <translation>%1 件の実行のログを読み込めないため、一覧に表示されません: %2。最初のエラー: %3</translation>
    </message>
    <message>
        <source>best run: R² %1</source>
        <translation>最良の実行 R² %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>masu::ui::TrainRates</name>
    <message>
        <source>Loss by learning rate</source>
        <translation>学習率ごとの損失</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 を使う</translation>
    </message>
    <message>
        <source>No learning rate made the loss smaller.</source>
        <translation>損失が下がる学習率は見つかりませんでした。</translation>
    </message>
    <message>
        <source>Dashed: a tenth of the rate with the lowest loss, before it diverged.</source>
        <translation>破線：発散する前に損失が最小となった学習率の 10 分の 1。</translation>
    </message>
</context>
<context>
    <name>masu::ui::TrainRuns</name>
    <message>
        <source>Runs</source>
        <translation>実行</translation>
    </message>
    <message>
        <source>Confusion</source>
        <translation>混同行列</translation>
    </message>
    <message>
        <source>It is shown when the run has been tested.</source>
        <translation>テストが終わると表示されます。</translation>
    </message>
    <message>
        <source>%1, %2 of %3 right</source>
        <translation>%1、%3 件中 %2 件正解</translation>
    </message>
    <message>
        <source>rows true, columns predicted</source>
        <translation>行が正解、列が予測</translation>
    </message>
    <message>
        <source>Worst</source>
        <translation>誤り上位</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>削除</translation>
    </message>
    <message>
        <source>Choose several to compare them.</source>
        <translation>複数選ぶと比較できます。</translation>
    </message>
    <message>
        <source>Worst predictions</source>
        <translation>ワースト</translation>
    </message>
    <message>
        <source>They are shown when the run has been tested.</source>
        <translation>テストが終わると表示されます。</translation>
    </message>
    <message>
        <source>A double click opens a sample in Browse.</source>
        <translation>ダブルクリックすると「閲覧」で開きます。</translation>
    </message>
    <message>
        <source>%1: R² %2, RMSE %3, MAE %4</source>
        <translation>%1：R² %2、RMSE %3、MAE %4</translation>
    </message>
    <message>
        <source>Values have no confusion matrix.</source>
        <translation>数値の予測に混同行列はありません。</translation>
    </message>
    <message>
        <source>Receipt…</source>
        <translation>レシート…</translation>
    </message>
    <message>
        <source>%1 predicted as %2</source>
        <translation>%1 を %2 と予測</translation>
    </message>
    <message>
        <source>None of the worst predictions is among them.</source>
        <translation>誤りの大きい予測の中に該当するものはありません。</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>クラス別</translation>
    </message>
    <message>
        <source>Values have no classes.</source>
        <translation>数値の予測にクラスはありません。</translation>
    </message>
    <message>
        <source>Filter runs</source>
        <translation>実行を絞り込む</translation>
    </message>
    <message>
        <source>Words that the line of a run shows, such as a model, a folder or “stopped” (Ctrl+F)</source>
        <translation>実行の行に表示される語で絞り込みます。モデルやフォルダーの名前、「停止」など（Ctrl+F）</translation>
    </message>
    <message>
        <source>Sort</source>
        <translation>並べ替え</translation>
    </message>
    <message>
        <source>Sort runs by: %1</source>
        <translation>実行の並べ替え：%1</translation>
    </message>
    <message>
        <source>Sort runs by: date</source>
        <translation>実行の並べ替え：日付</translation>
    </message>
    <message>
        <source>No run shows these words.</source>
        <translation>この語を含む実行はありません。</translation>
    </message>
    <message>
        <source>Name…</source>
        <translation>名前…</translation>
    </message>
    <message>
        <source>Name the run and note something of it (F2)</source>
        <translation>実行に名前とメモを付けます（F2）</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>正解率</translation>
    </message>
    <message>
        <source>%1 %2 ± %3</source>
        <translation>%1 %2 ± %3</translation>
    </message>
    <message numerus="yes">
        <source>%1, test of %n repeat(s): %2</source>
        <translation>
            <numerusform>%1、%n 回のテスト：%2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, validation of %n repeat(s): %2</source>
        <translation>
            <numerusform>%1、%n 回の検証：%2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 right</source>
        <translation>%1：正解率 %2</translation>
    </message>
    <message>
        <source>%1: RMSE %2</source>
        <translation>%1：RMSE %2</translation>
    </message>
    <message>
        <source>always the largest class</source>
        <translation>常に最大のクラス</translation>
    </message>
    <message>
        <source>always the mean</source>
        <translation>常に平均</translation>
    </message>
    <message>
        <source>ridge regression</source>
        <translation>リッジ回帰</translation>
    </message>
    <message>
        <source>nearest sample</source>
        <translation>最近傍</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>誤差</translation>
    </message>
    <message>
        <source>rows true, columns predicted; %1</source>
        <translation>行が正解、列が予測。%1</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
</context>
<context>
    <name>masu::ui::TrainTitleDialog</name>
    <message>
        <source>Name of the run</source>
        <translation>実行の名前</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名前</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>メモ</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>キャンセル</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>masu::ui::ViewAs</name>
    <message>
        <source>Augmentation</source>
        <translation>データ拡張</translation>
    </message>
    <message>
        <source>Another draw of the augmentation</source>
        <translation>別の乱数でデータ拡張</translation>
    </message>
    <message>
        <source>Read the train split&apos;s statistics</source>
        <translation>学習データの統計を読む</translation>
    </message>
    <message>
        <source>noise, gain, shift, crop, mask, drop, flip: as masu stream --augment takes</source>
        <translation>noise、gain、shift、crop、mask、drop、flip：masu stream --augment と同じ書き方</translation>
    </message>
    <message>
        <source>Draw %1</source>
        <translation>乱数 %1</translation>
    </message>
    <message>
        <source>Stored</source>
        <translation>保存値</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>入力値</translation>
    </message>
    <message>
        <source>Values as stored</source>
        <translation>保存されている値</translation>
    </message>
    <message>
        <source>Values as the network sees them: widened, normalised, augmented</source>
        <translation>ネットワークに渡る値（型変換、正規化、拡張の後）</translation>
    </message>
</context>
<context>
    <name>masu::ui::WaveformView</name>
    <message>
        <source>Signals</source>
        <translation>信号</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>読めませんでした</translation>
    </message>
    <message>
        <source>frame %1</source>
        <translation>フレーム %1</translation>
    </message>
</context>
<context>
    <name>masu::ui::WorstPredictionsModel</name>
    <message>
        <source>Sample</source>
        <translation>サンプル</translation>
    </message>
    <message>
        <source>True</source>
        <translation>正解</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>損失</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>予測</translation>
    </message>
</context>
</TS>
