export const ja = {
  changedMeanwhile: 'その間に、ほかの人が設定を変更しました。フォームを閉じて、もう一度開いてください。',
  siteAlone: '先にフィードとソースを保存し、そのあとでサイトを調べてください。',
  open: '設定…',
  title: '設定',
  save: '保存',
  inFile:
    '{key, select, owner {停止時の連絡先は、設定ファイルの `owner` で設定されています。} quiet {休止時間は、設定ファイルの `quiet` で設定されています。} digests {ダイジェストは、設定ファイルの `digests` で設定されています。} listen {フィードとソースは、設定ファイルの `listen` で設定されています。}}変更は設定ファイルで行えます。',
  owner: '停止時の連絡先',
  quietFrom: 'すべての購読の休止時間（開始）',
  quietTo: '終了',
  timezone: 'タイムゾーン：{timezone}。独自の休止時間がある購読は、そのままです。',
  digestChannel: 'ダイジェストのチャンネル',
  noDigest: 'チャンネルがなければ、ダイジェストは投稿されません。',
  digestAlerts: 'ダイジェストに含めるアラート',
  when: '投稿日時',
  schedule: '{period, select, week {毎週月曜日の 9 時} day {毎日 9 時} month {毎月 1 日の 9 時}}',
  site: '自社サイトの URL',
  aboutSite:
    '保存すると、Overheard がトップページを読み取り、アラート、フィード、ソースの候補と、それぞれで見つかる投稿を示します。',
  tooManyFeeds:
    '{count, plural, other {フィードが # 件}}あり、フォームに入りきりません。overheard export-config でファイルに書き出せます。',
  feeds: 'フィード（1 行に 1 件）',
  aboutFeeds:
    'フィードの URL、フィードがあるページの URL、または mastodon.social/tags/acme のような短い名前。',
  sources: 'その他のソース',

  unchanged: '設定に変更はありません。',
  changed: '保存しました。設定はまもなく反映されます。ダイレクトメッセージから元に戻せます。',
  ownerIsNobody: 'アプリや無効になったアカウントはメッセージを読めません。人を選んでください。',
  privateAlert: '非公開のアラートを含められるのは、設定ファイルのダイジェストだけです。',
  cannotPost:
    'Overheard はそこに投稿できません。先に、そのチャンネルで /invite @overheard を実行して招待してください。',
  didChange: '全体の設定（{keys}）を変更しました',
  undone: '{keys} を以前の状態に戻しました{count, plural, other {}}。',
  sayBothHours: '休止時間の開始と終了の両方を指定してください。',
  chooseAlert: 'アラートを 1 つ以上選んでください。',
  giveAddress: 'acme.example のように、サイトの URL を入力してください。',

  siteTitle: '自社サイト',
  add: '追加',
  take: 'この内容で追加',
  alertsToAdd: 'アラート（1 行に 1 件）',
  aboutAlerts:
    '「名前: クエリ」の形式（コロンは半角）。クエリで何が見つかるかは /mentions listen QUERY で確認できます。',
  feedsToAdd: '追加するフィード（1 行に 1 件）',
  aboutFeedsToAdd: 'フィードの URL、またはフィードがあるページの URL。',
  sourcesToAdd: '追加するソース',
  byHand:
    '{fault} モニタリングする内容を自分で入力するか、「設定…」を開き直して別の URL を入力してください。',
  noPage: '{address} に、どこのサイトかを示すページがありません。',
  siteIs: '{host} は {name} のサイトです',
  siteIsAbout: '{host} は {name} のサイトです：{about}',
  wouldFindNothing: '「{alert}」で見つかる最近の投稿はありません。',
  wouldFind: '「{alert}」で見つかる最近の投稿は {count, plural, other {# 件}}です。',
  wouldFindSuch:
    '「{alert}」で見つかる最近の投稿は {count, plural, other {# 件}}です。例：「{title}」（{source}）。',
  writeLine: '「{line}」：各行は「名前: クエリ」の形式で書いてください。例：Acme: acme OR acmehq',
  nameTaken: '「{name}」というアラートはすでにあります。別の名前にしてください。',
  otherName: 'このアラートは別の名前にしてください。',
  taken:
    '追加しました。各アラートのチャンネルは「アラートを追加…」で選びます。ダイレクトメッセージから元に戻せます。',
  nothingToAdd: '追加するものはありませんでした。',
  listenInFile:
    'モニタリングする内容は、設定ファイルの `listen` で設定されています。変更は設定ファイルで行えます。',
} as const
