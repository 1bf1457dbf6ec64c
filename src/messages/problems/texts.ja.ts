export const ja = {
  // Why Slack refuses: each is a sentence.
  theChannel: 'チャンネル',
  not_in_channel: 'Overheard が {channel} に参加していません。',
  channel_not_found: 'Overheard から {channel} が見えません。',
  is_archived: '{channel} はアーカイブされています。',
  missing_scope: 'Slack アプリの権限が足りません。',
  invalid_auth: 'Slack が Overheard のトークンを受け付けません。',
  token_revoked: 'Overheard の Slack トークンが無効にされました。',
  account_inactive: 'Overheard の Slack アプリが削除されました。',
  history_too_long: '{channel} のメッセージが多すぎます。',
  otherCause: 'Slack が示した理由：{code}。',
  inviteBot: '{channel} で /invite @overheard と入力してください。',
  inviteBotThere: 'チャンネルで /invite @overheard と入力してください。',
  checkChannel:
    '設定のチャンネルを確認してください。プライベートチャンネルの場合は、ボットを招待してください。',
  unarchive: 'チャンネルのアーカイブを解除するか、購読の投稿先を別のチャンネルにしてください。',
  addScope:
    '足りない権限を追加し（ `{doctor}` で確認できます。一覧は {manifest} ）、アプリを再インストールしてください。',
  replaceToken: 'SLACK_BOT_TOKEN を置き換えてください。Slack に登録がないか、無効になっています。',
  installAgain: 'アプリを再インストールし、SLACK_BOT_TOKEN を置き換えてください。',
  fewerMessages:
    '対応は不要です。Overheard が自動で続行します。長引く場合は、購読の投稿先をメッセージの少ないチャンネルにしてください。',
  otherAdvice:
    'このエラーについては、Slack のドキュメントを参照してください。Overheard は自動で再試行します。',
  // The mention service.
  accountExpired: 'メンションサービスのアカウントが期限切れです。',
  accountDeleted: 'メンションサービスのアカウントが削除されています。',
  planWithoutApi: 'メンションサービスのプランに API が含まれていません。',
  service_rate_limited: 'メンションサービスが Overheard のリクエストを制限しています。',
  service_busy: 'メンションサービスが混み合っています。',
  service_unauthorized: 'メンションサービスがアクセストークンを拒否しています。',
  service_alert_not_found: 'このアラートはメンションサービスにもうありません。',
  service_no_such_method: 'メンションサービスの URL が間違っています。',
  service_bad_parameter: 'メンションサービスがこの問い合わせを受け付けません。',
  service_leads_alert: 'リード用のアラートには統計がありません。',
  service_unexpected: 'メンションサービスでエラーが発生しました。',
  service_unreachable: 'メンションサービスに接続できません。',
  service_timeout: 'メンションサービスの応答に時間がかかりすぎました。',
  service_too_large: 'メンションサービスの応答が大きすぎます。',
  service_malformed: 'メンションサービスの応答を読み取れません。',
  restoreAlert: 'メンションサービスでアラートを復元するか、購読を取り除いてください。',
  replaceServiceToken: 'MENTIONS_API_TOKEN を置き換えてください。',
  checkServiceAddress: 'MENTIONS_API_URL を確認してください（/v1.0 は付けません）。',
  serviceRetries: '対応は不要です。Overheard が自動で再試行します。',
  checkService: 'メンションサービスと MENTIONS_API_URL を確認してください。次のチェックで再試行します。',
  // Problems: what is wrong, and what to do about it (ToDo).
  ambiguousAlert: '「{alert}」という名前のアラートが複数あります。',
  ambiguousAlertToDo: '名前の代わりに ID を書いてください（ `{doctor}` で ID の一覧を表示できます）。',
  ids: 'ID：{ids}。',
  noSuchAlert: '「{alert}」というアラートはありません。',
  noSuchAlertToDo: '設定の名前を修正してください（ `{doctor}` でアラートの一覧を表示できます）。',
  noAlerts: 'アラートが 1 つもありません。',
  alerts: '現在のアラート：{alerts}。',
  longPoll: 'チェックに 2 分以上かかったため、中断しました。',
  longPollToDo: '対応は不要です。次のチェックで続行します。',
  storeUnusable: 'ストアを読み書きできません：{reason}。',
  storeUnusableToDo:
    'ディスクの空きを増やし、DATA_DIR の権限を確認してください。DATABASE_URL を設定している場合は PostgreSQL を確認してください。Overheard は自動で再試行します。',
  databaseUnusable: 'データベースを使用できません：{reason}。',
  databaseUnusableToDo:
    'PostgreSQL と DATABASE_URL を確認してください。データが失われることはなく、投稿は自動で再開します。',
  settingsRefused: '変更した設定を使用できないため、以前の設定で動作を続けています。{report}',
  settingsRefusedToDo: '設定を修正し、再読み込みしてください。何も失われません。',
  settingsNotApplied: '変更した設定を適用できなかったため、以前の設定で動作を続けています：{reason}。',
  settingsNotAppliedToDo: 'もう一度読み込むか、再起動してください。',
  restartNeeded: '変更した設定の一部には再起動が必要です：{names}。',
  restartNeededToDo:
    'Overheard を再起動してください。それまでは、これらだけ以前の値で動作します。ほかの設定はすべて反映済みです。',
  settingsDiffer:
    'この環境のプロセス {count, plural, other {# 個}}の設定ファイルが、リーダーのプロセスのものと異なります。投稿内容は、リーダーのプロセスのファイルで決まります。',
  settingsDifferToDo: 'すべてのプロセスに同じファイルを使い、それぞれ再読み込みしてください。',
  folderLost: '{reason} このプロセスは投稿をやめて終了します。',
  folderLostToDo:
    '1 つのフォルダーを使えるプロセスは 1 つだけです。もう一方を停止するか、別の DATA_DIR を設定してください。複数のプロセスで動かすには、DATABASE_URL を設定してください。',
  channelRefuses: 'Slack が {channel} へのメッセージを受け付けません：{code}。',
  channelLost:
    '{written} が指すチャンネル（{id}）が Overheard から見えなくなりました。ボットが外されたか、チャンネルが削除されています。',
  channelLostToDo:
    'そのチャンネルにボットを招待し直してください： /invite @overheard 。別のチャンネルを使う場合は、設定の {written} をその ID に書き換えて再読み込みしてください。Overheard が名前だけで別のチャンネルを選ぶことはありません。',
  privateElsewhere: 'アラートが非公開で、設定ファイルではこのチャンネルが投稿先になっていません。',
  privateElsewhereToDo:
    'このチャンネル向けの購読を設定ファイルに追加するか、Overheard の管理者にこの購読を保存し直してもらうか（ /mentions edit {name} ）、購読を解除してください（ /mentions unsubscribe {name} ）。',
  workspaceRefuses: 'Slack がすべてのメッセージを拒否しています。{cause}',
  unknownCode:
    '{channel} へのメンション {mention} を、Slack が Overheard の知らないコードで拒否しています：{code}。',
  unknownCodeForNext:
    '{channel} への次のメッセージを、Slack が Overheard の知らないコードで拒否しています：{code}。',
  unknownCodeToDo:
    '何も破棄していません。Overheard は少なくとも 5 分ごとに再試行します。長引く場合は、Slack の chat.postMessage のドキュメントで {code} を調べてください。',
  historyUnreadable:
    '{channel} の履歴を読み取れません。{cause} 未確認の投稿が届いているか確かめられないため、もう一度投稿します（届かないより、重複するほうを選びます）。',
  historyUnclear:
    '{channel} の履歴の読み取りを、Slack が Overheard の知らないコードで拒否しています：{code}。',
  mentionRejected: 'メンション {id} は、どの形式でも Slack に拒否されました（{reason}）。URL： {address}',
  mentionRejectedToDo:
    'その URL かメンションサービスで確認してください。Overheard では投稿しません。以降のメンションは通常どおり投稿します。',
  checkpointMissing:
    '「{name}」のチェックポイントがありません。{channel} のメッセージが多すぎて投稿記録を調べきれないため、どのメンションを投稿したか判断できません。',
  checkpointOnlyDamaged:
    '「{name}」には壊れたチェックポイント（{damage}）しかありません。{channel} のメッセージが多すぎて投稿記録を調べきれないため、どのメンションを投稿したか判断できません。',
  checkpointDamaged:
    '「{name}」のチェックポイントが壊れていて、代わりになる投稿記録もチャンネルにありません：{damage}。',
  checkpointOld:
    '「{name}」のチェックポイントは古いコピーです。その後の {channel} のメッセージが多すぎて調べきれないため、どのメンションを投稿したか判断できません。',
  chooseStart:
    'どちらかを選んでください。今から始める場合：設定で購読の名前を変えます（Slack で作成した購読は、解除して購読し直します）。 `backfill` を付けると最新のメンションも投稿しますが、重複することがあります。続きから始める場合：DATA_DIR またはデータベースを、より新しいコピーから復元します。その後、再起動してください。',
  digestWithoutChannel: 'ダイジェスト「{name}」の投稿先がありません。Slack に {channel} がありません。',
  digestWithoutChannelToDo: '投稿先を修正するか、そこにボットを招待してください。',
  digestChannelLost: 'ダイジェスト「{name}」の投稿先がありません。{what}',
  digestPartRejected:
    'ダイジェスト「{name}」のパート {part} は、どの形式でも Slack に拒否されました：{code}。',
  digestPartRejectedToDo: '/mentions digest で表示できます。次のダイジェストは予定どおり投稿します。',
  digestUnknownCode:
    '{channel} へのダイジェスト「{name}」を、Slack が Overheard の知らないコードで拒否しています：{code}。',
  digestUnknownCodeToDo: 'Overheard は 1 日の間、少なくとも 5 分ごとに再試行します。',
  digestRefused: 'ダイジェスト「{name}」を投稿できません。{cause}',
  digestRefusedToDo:
    'チャンネルにボットを招待するか、設定のチャンネルを修正してください。Overheard は 1 日の間、再試行します。',
  absurdId: '「{alert}」のメンションの ID {id} が、ほかの ID（{confirmed} まで）からかけ離れています。',
  absurdIdToDo:
    'メンションサービスで確認し、テストや間違いであれば削除してください。以降のメンションは通常どおり投稿します。サービスの ID がその番号から続く場合は、次のメンションでこの問題は解消します。',
  restartedIds:
    'メンションサービスで「{alert}」のメンションの番号が最初から振り直されました。新しいメンションの番号は {missed} ですが、Overheard は {watermark} まで読んでいたため、新しいメンションを古いものとみなしています。',
  restartedIdsToDo:
    'メンションサービスのデータベースが新しくなったか、バックアップから復元された場合は、 `{startAgain}` を実行してください。実行より前に届いたメンションは投稿されません。',
  passedIds:
    'メンションサービスで「{alert}」のメンションの番号が最初から振り直されました。新しいメンションの番号は {missed} でしたが、Overheard は {watermark} まで読んでいたため、そこまでのメンションを古いものとみなし、投稿していません。それ以降は投稿しています。',
  passedIdsToDo:
    '投稿されなかったメンションは、メンションサービスで確認してください。新しいメンションは通常どおり投稿します。',
  missedSince:
    'メンションサービスでアラート {alert} のメンションの番号が最初から振り直されたため、「{subscription}」は新しいメンションを投稿していません（最初に見つかったものの番号は {missed} ）。',
  missedSinceToDo: '`{startAgain}` を実行してください。実行より前に届いたメンションは投稿されません。',
  slackWaits: 'Slack の要請により、{until} まで {channel} に何も送信しません。',
  methodWaits: 'Slack の要請により、{until} まで {method} を呼び出しません。',
  remindersWait: 'Slack の要請により、{until} までリマインダーを送信しません。',
  historyWaits:
    'Slack の要請により、{until} まで履歴を読み取りません。そのため、{channel} の未確認の投稿は待機中です。',
  serviceWaits: 'メンションサービスの要請により、{until} までリクエストを送信しません。',
  goesOn: '対応は不要です。その時刻に Overheard が再試行し、自動で続行します。',
  pollsWait:
    'メンションサービスが 1 分あたりのリクエストをこれ以上受け付けないため、チェックが 1 分以上待たされています。',
  pollsWaitToDo:
    '何も失われません。長引く場合は、同じトークンを使うほかのプログラムがないか確認し、一度に表示する統計を減らしてください。',
  slackConnection: 'Slack に接続できません：{reason}。',
  slackConnectionToDo:
    'SLACK_BOT_TOKEN と SLACK_APP_TOKEN を確認してください。Overheard は自動で再試行します。それまでコマンドは使えません。',
  otherInstallation: '別の Overheard（ID {other}）が同じメンションを投稿しています。',
  otherInstallationToDo:
    'もう一方を停止してください。同じ Slack トークンで、別のサーバー、コンテナ、PC が Overheard を動かしています。この Overheard（ID {self}）は投稿を続け、もう一方は気づきしだい自動で一時停止します。各マシンの ID は `{doctor}` で確認できます。複数のプロセスで動かす場合は、同じデータベースを使ってください（DATABASE_URL）。',
  olderInstallation:
    '先に動いていた Overheard（ID {other}）が同じメンションを投稿しているため、この Overheard（ID {self}）は一時停止しています。',
  olderInstallationToDo:
    '不要なほうを停止してください。同じ Slack トークンで、別のサーバー、コンテナ、PC が Overheard を動かしています。先に動いていたほうを停止すると、次のメンションの数分後に、この Overheard が自動で投稿を再開します。',
  copiedInstallation:
    '別の Overheard が同じメンションを投稿しています。この Overheard（ID {self}）と同じ保存データを使っているか、古いバージョンです。',
  copiedInstallationToDo:
    'どちらかを停止してください。同じ Slack トークンで、別のサーバー、コンテナ、PC が Overheard を動かしています。どちらが先に動いていたか判断できないため、どちらも自動では一時停止しません。',
  // The mention service that Overheard runs itself.
  listening: 'モニタリング',
  listeningTo: '{name} のモニタリング',
  serviceEnds: 'Overheard 自身のメンションサービスが、繰り返し終了しています（{how}）。',
  serviceEndsToDo:
    'ログで終了直前の出力を確認してください。Overheard が自動で再起動し、ソースにまだあるものを読み取ります。',
  sourceFails: '{name} から 1 日以上、何も得られていません：{error}。',
  sourceFailsToDo:
    'URL を確認してください（ `{doctor}` で 1 回問い合わせます）。Overheard は、間隔を広げながら問い合わせを続けます。',
  sourcesFail:
    'ソース {all, plural, other {# 件}}のうち {failing, number} 件から、1 日以上何も得られていません。例：{error}。',
  sourcesFailToDo:
    'このマシンのネットワークを確認してください（ `{doctor}` で各ソースに 1 回問い合わせます）。Overheard は問い合わせを続けます。',
  sourceWaits: '{name} のホストの要請により、{until} までリクエストを送信しません。',
  sourcesWait:
    'ソース {all, plural, other {# 件}}のうち {waiting, number} 件のホストの要請により、リクエストを送信していません。最も遅いものは {until} までです。',
  sourceEnded: '{name} への問い合わせをやめました：{why}。',
  sourceEndedToDo:
    '設定ファイルの `listen` から取り除くか、URL を修正してください。もう一度試すには、いったん取り除いて Overheard を再起動し、元に戻して再起動してください。',
  gap: '{name} のメンションが欠けている可能性があります：{what}',
  gapToDo: '対応は不要です（お知らせのみ）。この問題の表示は 1 日で消えます。',
  // What a problem stops.
  commands: 'コマンドとボタン',
  settings: '変更した設定',
  reminders: 'リマインダー',
  method: 'Slack の {name}',
  digest: 'ダイジェスト「{name}」',
  // Warnings.
  envFileReadable: 'トークンを含む {path} を、このマシンのほかのユーザーが読み取れます（モード {mode}）。',
  envFileReadableToDo: '次を実行してください： chmod 600 {path}',
  withoutEncryption:
    'メンションサービス {host} との通信が http のため、経路上の誰でもアクセストークンを読み取れます。',
  withoutEncryptionToDo: 'MENTIONS_API_URL には https の URL を使ってください。',
  statusOff:
    'STATUS_TOKEN が設定されていないため、/status と /metrics はオフになっています。{why, select, host {HOST が {host} なので、ほかのマシンから読み取れてしまいます} mcp {AI アシスタントが同じポート（/mcp）を使うため、同じプロキシ経由でほかの人に読み取られるおそれがあります} other {Slack がリクエストを同じポートに送るため（HTTP モード）、ほかの人に読み取られるおそれがあります}}。',
  statusOffToDo:
    'STATUS_TOKEN に長いランダムな文字列を設定{why, select, host {するか、HOST を 127.0.0.1 に} other {}}してください。STATUS_TOKEN を設定すると、このマシンからでも、これらのページの閲覧にトークンの送信が必要になります。',
  sourceVariable:
    '環境変数 {variable} がないため（listen.sources.{place}）、{source} の設定は確認していません。',
  sourceVariableToDo: 'ボットを起動する前に、.env または環境変数で設定してください。',
  privateByChannelName:
    '{name}：{channel} は名前で書かれていて、「{alert}」は非公開です。ストアが失われると、その時点でこの名前を持つチャンネルが投稿先になります。',
  privateByChannelNameToDo:
    '名前の代わりにチャンネルの ID を書いてください。ID は、Slack のチャンネル詳細の最後にあります。',
  tooManyAlerts:
    '{alerts, number} 件のアラートに必要なリクエストが、メンションサービスの上限を超えています。Overheard は各アラートを平均 {usual}ごとにチェックします。動きの多いものはより頻繁に、少ないものも少なくとも {longest}ごとにチェックします。',
  tooManyAlertsToDo:
    'メンションが失われることはありません。チェックを速くするには、不要な購読を削除してください。',
  tooManyChecks:
    '購読のスケジュールには 1 分あたり {perMinute, number} 件のリクエストが必要ですが、チェックに使えるのは {most} 件までのため、チェックが遅れています。',
  tooManyChecksToDo:
    'メンションが失われることはありません。cron 式を削除してチェックの計画を Overheard に任せるか、間隔を長くしてください。',
  unknownSource:
    '{place}：Overheard は「{value}」というソースを知りません。メンションサービスにもなければ、どのメンションにも一致しません。',
  longCode:
    '{place}：「{value}」が一致するのは、メンションサービスが 3 文字のコードを使っている場合だけです。',
  unlikelyValueToDo: '間違いであれば修正してください。メンションのソースはカードに表示されます。',
  unlikelyValueMeant: '間違いであれば `{meant}` と書いてください。',
  notListenedFor: '{place}： `listen.alerts` に「{alert}」というアラートはありません。あるもの：{known}。',
  none: 'なし',
  notListenedForToDo:
    '/mentions listen で作成したものなら問題ありません。そうでなければ、名前を修正するか、アラートを `listen.alerts` に追加してください。',
  mentionsStayOnDisk:
    '`listen`: メンションサービスは、メンションを DATABASE_URL のデータベースではなく、DATA_DIR の mentions.sqlite に保存します。',
  mentionsStayOnDiskToDo:
    'ディスクが維持されるマシンで `overheard listen` を実行してください。ファイルが失われても重複して投稿されることはありませんが、統計は最初からになります（docs/run/install.md の "Platforms with a Procfile"）。',
  tooManyConnections:
    'Slack によると、このアプリの接続が 6 時間以上 {connections, number} 件ありますが、この環境のプロセスは {processes, plural, other {# 個}}です。別のプログラムが同じ SLACK_APP_TOKEN を使い、コマンドとボタン操作の一部を受け取っています。',
  tooManyConnectionsToDo: 'そのプログラムを停止するか、専用の Slack アプリを用意してください。',
  digestSinceLast:
    'ダイジェスト「{name}」のスケジュール「{schedule}」は{period, select, day {毎日} week {毎週} month {毎月}}ちょうど 1 回ではないため、前回以降の日が対象になります。',
  digestSinceLastToDo:
    "{period, select, day {1 日} week {1 週間} month {1 か月}}単位にするには、たとえば schedule: ''{example}'' と書いてください。",
  digestOncePerDate:
    'ダイジェスト「{name}」のスケジュール「{schedule}」は、1 日に複数回実行されます。ダイジェストは 1 日単位なので、投稿するのはその日の最初の回だけです。',
  digestOncePerDateToDo: '時刻を 1 つだけ指定してください。',
  digestWaits:
    'ダイジェスト「{name}」は、スケジュールより最大 {time}遅れます。メンションサービスは UTC の日付で集計するため、対象期間の最後の日が UTC で終わるまで待つ必要があります。',
  digestWaitsToDo:
    '予定どおりに投稿するには、もっと遅い時刻にしてください（スケジュールのタイムゾーンは {timezone}）。',
  diskWiped:
    'チェックポイントが、通常は再起動のたびに消去される {platform} のディスクにあります。チェックポイントはチャンネルの投稿記録から再構築されますが、ミュートと判断ログは失われ、履歴を読み取れないチャンネルは最初からになります。',
  diskWipedToDo:
    'DATABASE_URL に PostgreSQL データベースを設定するか、DATA_DIR を消去されないディスクにしてください。',
  // Damaged records: what people call them, and what follows if one of them, or a whole file of them, is damaged.
  mutes: 'ミュート',
  muteDamaged:
    'チャンネル {channel} で何がミュートされているかわからないため、そのチャンネルの購読を停止します。',
  mutesDamaged: '何がミュートされているかわからないため、すべての購読を停止します。',
  pauses: '一時停止',
  pauseDamaged: '「{name}」が一時停止中かわからないため、停止します。',
  pausesDamaged: 'どの購読が一時停止中かわからないため、すべて停止します。',
  subscriptions: 'Slack で作成した購読',
  subscriptionDamaged: 'Slack で作成した購読「{name}」を停止します。',
  subscriptionsDamaged: 'Slack で作成した購読をすべて停止します。',
  knownChannels: 'チャンネルの ID',
  knownChannelDamaged:
    '{name} がどのチャンネルを指すかわからないため、{name} への購読とダイジェストを停止します。',
  knownChannelsDamaged:
    '設定にある名前がどのチャンネルを指すかわからないため、チャンネルを名前で書いた購読とダイジェストを停止します。',
  listedChannels: '複数チャンネル向けの購読の名前',
  listedChannelDamaged: '「{name}」の名前は、チェックポイントから復元します。',
  firstSubscriptions: '最初の購読',
  startedSubscriptions: '開始した購読',
  waitsForPerson: '購読のチェックポイントが失われた場合は、人の判断を待ちます。',
  checkpoints: 'チェックポイント',
  checkpointRebuilt:
    '「{name}」のチェックポイントを、チャンネルの投稿記録から再構築します。できない場合は購読を停止し、問題としてお知らせします。',
  checkpointsRebuilt:
    'チャンネルの投稿記録から再構築します。できない場合は購読を停止し、問題としてお知らせします。',
  posts: '投稿',
  postDamaged: 'これらの投稿のボタンは動作せず、未完了のメンションのリストにも表示されません。',
  spikes: '急増',
  spikeDamaged: 'これらの急増のボタンは動作しません。',
  decisions: '判断',
  decisionDamaged: 'これらの判断は、/mentions why とダイジェストに含まれません。',
  reminderRecords: 'リマインダー',
  reminderDamaged: 'これらのリマインダーと呼び出しは送信されません。',
  changes: '変更',
  changeDamaged: 'これらの変更の「元に戻す」ボタンは動作しません。',
  digests: '作成中のダイジェスト',
  digestDamaged: 'ダイジェストを作り直し、投稿済みのものがないかチャンネルを確認します。',
  outdatedPosts: '更新待ちの投稿',
  outdatedPostDamaged: '次に更新されるまで、古い状態のままの投稿があるかもしれません。',
  missedFacts: '機能への通知待ちの出来事',
  missedFactDamaged: 'その機能には伝わりません。',
  problems: '問題',
  problemDamaged: '停止の原因がまだあれば、改めて検出します。',
  lags: '遅れ',
  rebuilt: 'Overheard が再構築します。',
  volume: '件数の集計',
  volumeDamaged: '最初から数え直します。2 週間分がたまるまで、急増の検出精度が下がります。',
  idChecks: 'ID の確認',
  alertActivity: 'アラートの時刻',
  planLimits: 'プランのお知らせ',
  planLimitDamaged: 'プランのお知らせが重複することがあります。',
  planDays: 'プランの日数',
  planShares: 'プランの警告',
  planShareDamaged: 'プランの警告が重複することがあります。',
  installation: '環境の ID',
  installationDamaged:
    'ストアの ID が変わるため、数分間、自分の以前の投稿を別の環境のものと取り違えることがあります。',
  settingRecords: 'ファイルによらない設定',
  settingDamaged: '設定 {name} は、改めて設定されるまで未設定として扱います。',
  otherInstallations: '別の環境',
  otherInstallationDamaged: '別の環境がまだ投稿していれば、改めて検出します。',
  stored: '保存データ（{records}）が壊れています。',
  place: '{place}：{why}。',
  otherPlaces: 'ほか {count, plural, other {# か所}}。',
  noneLost: 'メンションが失われることはありません。',
  repairFile:
    'ファイルをコピーから復元するか、削除してください（削除すると、その内容なしで続行します）。数秒以内に反映されます。',
  repairEntry:
    'ボットを停止し、ファイル内のこの記録を修正または削除してから、再び起動してください。別のバージョンの Overheard が書いたものなら、そのバージョンを起動してください。',
  repairLine:
    'ボットを停止し、この行を修正または削除してから、再び起動してください。別のバージョンの Overheard が書いたものなら、そのバージョンを起動してください。',
  repairRow:
    'この行を修正または削除してください。数秒以内に反映されます。別のバージョンの Overheard が書いたものなら、そのバージョンを起動してください。',
  nothingToDo:
    '対応は不要です。データを取り戻すには：{place, select, file {ボットを停止し、ファイルをコピーから復元してから、再び起動してください。} entry {ボットを停止し、ファイル内のこの記録を修正または削除してから、再び起動してください。別のバージョンの Overheard が書いたものなら、そのバージョンを起動してください。} line {ボットを停止し、この行を修正または削除してから、再び起動してください。別のバージョンの Overheard が書いたものなら、そのバージョンを起動してください。} row {この行を修正または削除してください。数秒以内に反映されます。別のバージョンの Overheard が書いたものなら、そのバージョンを起動してください。}}',
  setAside: '壊れていたため置き換えたデータは、{place} に残しています。不要であれば削除してください。',
} as const
