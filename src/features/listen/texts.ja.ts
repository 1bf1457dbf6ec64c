export const ja = {
  help: '• `listen WORDS`, `alerts [name]`: 自分で決めた語を Overheard にモニタリングさせる、その設定を変える（Overheard 自身のメンションサービスを使っている場合）',

  nothingLately: '検索した最近の投稿 {looked, plural, other {# 件}}に、{query} に一致するものはありません。',
  lately: '{query} に一致する最近のメンションは {found, plural, other {# 件}}です：{places}。',
  inSource: '{source} {count, number} 件',
  untitled: 'タイトルなし',
  warning: '警告：{what} {whatToDo}',
  parts: '投稿 {looked, plural, other {# 件}}のうち、{parts}。',
  inPart: '{part} に一致 {count, number} 件',
  moreParts: 'ほか {count, plural, other {# 個の条件}}',
  drops: '{part} により {count, number} 件が除外されます：{titles}',
  quoted: '「{title}」',
  listenHere: 'ここでモニタリング',
  newMayMatch:
    '今後の投稿が一致することもあります。「ここでモニタリング」を押すと、このチャンネルに投稿します。',
  newOnly:
    '「ここでモニタリング」を押すと、今後の新しいメンションをこのチャンネルに投稿します（上の検索結果は投稿しません）。',

  noAlerts:
    'まだ何もモニタリングしていません。/mentions listen で始めましょう。例： /mentions listen "acme app" OR acmehq',
  moreAlerts:
    'ほか {count, plural, other {# 件}}のアラートがあります。 /mentions alerts NAME のように名前を指定してください。',
  findsNothing: '新しいメンションの収集は終了しています',
  onlyLanguages: '{languages} のみ',
  mentions: 'メンション {count, plural, other {# 件}}',
  postedHere: 'ここに投稿',
  ofFile: '設定ファイルによるもの',
  wouldBeRefused: 'このクエリは、現在は受け付けられません。書き直してください：{problem}',
  edit: '編集…',
  remove: '削除…',

  editTitle: 'アラートを編集',
  save: '保存',
  name: '名前',
  query: '検索クエリ',
  aboutQuery:
    '単語、"語句"、OR、-除外語、site:news.example、author:kim が使えます。詳しくは docs/use/queries.md を見てください。',
  languages: '言語',
  languagesInput: '言語（例：en, de。空欄：すべて）',
  mentionsStay:
    'これまでに見つけたメンションは残ります。すべてのチャンネルの購読は、新しいクエリで続きます。',

  removeTitle: 'アラートを削除',
  submitRemove: '削除',
  removes:
    'Overheard は「{alert}」のモニタリングをやめ、そのメンションをメンションサービスから削除します。{count, plural, =0 {投稿先のチャンネルはありません。} other {Slack の購読 # 件も終了します。}}',
  postsStay: '投稿済みのものはチャンネルに残ります。この操作は元に戻せません。',

  noSuchAlert: '「{name}」に一致するアラートはありません。あなたが見られるアラートは次のとおりです：',
  notHere:
    'このメンションサービスではクエリを使えません。アラートはそのサービスのウェブサイトで作成し、/mentions subscribe でここに投稿します。',
  whatToListenFor: 'モニタリングする語を書いてください。例： /mentions listen "acme app" OR acmehq -jobs',
  tooLong:
    'ここで使えるクエリは {most, number} 文字までです。それより長いものは設定ファイルに書いてください。',
  unreadable: 'この内容では検索できません：{why}',
  alreadyHere: '「{alert}」はすでにここに投稿されています。',
  gone: 'このアラートはもうありません。',
  fixed: 'このアラートは設定ファイルにあります。変更は Overheard の運用担当者が設定ファイルで行えます。',
  usedInFile:
    'このアラートは設定ファイルの購読で使われています（{subscriptions}）。先に設定ファイルから取り除いてください。',
  listens: '「{alert}」のモニタリングを始めました。新しいメンションはこのチャンネルに投稿します。',
  removed: '「{alert}」のモニタリングをやめました。',
  changed: '「{alert}」を新しい内容でモニタリングしています。',
  found: 'このアラートは購読から名前で参照されているため（{subscriptions}）、名前は変えられません。',
  keptName: 'このアラートは設定ファイルの `private` に名前があるため、名前は変えられません。',
  keptAlert:
    'このアラートは設定ファイルの `private` に名前があります。先に設定ファイルから取り除いてください。',
  otherName: 'この名前は使えません。別の名前にしてください。',
  wrongLanguage: 'en, de のように、2～3 文字のコードをコンマ区切りで入力してください。',
  missing: '入力してください。',
} as const
