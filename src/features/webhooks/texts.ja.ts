export const ja = {
  title: 'Webhook イベント',
  damagedEventsName: 'Webhook イベント',
  damagedEvents: 'これらのイベントは送信されません。',
  damagedStatesName: 'Webhook の状態',
  stoppedWebhook: 'Webhook {webhook}',
  stoppedWebhooks: 'Webhook のイベント',
  failing:
    '{why, select, status {Webhook {webhook} のイベントを保留しています。応答が {detail} です。} private {Webhook {webhook} のイベントを保留しています（{detail}）。allowPrivate が true でないため拒否しています。} timeout {Webhook {webhook} のイベントを保留しています。{detail} 秒以内に応答がありません。} code {Webhook {webhook} のイベントを保留しています（{detail}）。} unknown {Webhook {webhook} のイベントを保留しています。接続に失敗しました。}}',
  checkFailing:
    '受信側を確認してください。Overheard は 24 時間再試行します。Slack への投稿は通常どおりです。',
  queueUnusable: 'Webhook {webhook} のイベントを保留しています。キューを読み書きできません：{reason}。',
  makeRoom:
    'ディスクの空きを増やし、DATA_DIR の権限を確認してください。DATABASE_URL を設定している場合は PostgreSQL を確認してください。Overheard は自動で再試行します。',
  gone: '受信側が 410 (Gone) を返したため、Webhook {webhook} にはもうイベントを送りません。',
  takeOut:
    '設定から取り除いてください。また使う場合は、受信側がイベントを受け付けるようにして、Overheard を再読み込みしてください。',
  dropped:
    'Webhook {webhook} のイベントを破棄しました。24 時間以内に送れなかったか、50,000 件を超えて溜まったためです。',
  checkDropped: '受信側を確認してください。破棄したイベントの ID と種類はログにあります。',
  refused: 'Webhook {webhook} のイベントを 1 件破棄しました。ストアに保存できないためです：{reason}。',
  logHasRefused: 'ID と種類はログにあります。Slack への投稿とほかのイベントは通常どおりです。',
  unstored:
    'ストアに書き込めないため、Webhook のイベント {events, plural, other {# 件}}をメモリに保持しています。このプロセスが終了すると失われます。',
  makeRoomBeforeRestart:
    'Overheard を再起動する前に、ディスクの空きを増やすか、DATABASE_URL を設定している場合は PostgreSQL を確認してください。失われたイベントの ID と種類はログにあります。',
} as const
