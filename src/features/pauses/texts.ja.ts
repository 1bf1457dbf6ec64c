export const ja = {
  shortHelp: '*投稿を一時的に止める*: `/mentions 一時停止 2h`',
  help: '• `pause [name] [2h | until tomorrow | from saturday 8:00 until monday 9:00]`, `resume [name]`: 投稿を一時的に止める、再開する',
  question:
    '誰かが再開するまで「{name}」からは何も投稿されず、そのことがチャンネルに通知されます。一時停止しますか？2h のように時間を付けると、自動で再開します。',
  pauseOpen: '期限なしで一時停止',
  paused:
    '「{name}」の投稿を {until} まで一時停止しました（その間に見つかったメンションは、あとで投稿します）',
  pausedOpen:
    '「{name}」の投稿を誰かが再開するまで一時停止しました（その間に見つかったメンションは、あとで投稿します）',
  planned: '「{name}」の {from} から {until} までの一時停止を予約しました',
  planCancelled: '「{name}」の一時停止の予約を取り消しました',
  resumed: '「{name}」を再開しました',
  caughtUp: '「{name}」を再開しました（一時停止中のメンションも投稿します）',
  skipped: '「{name}」を再開しました（一時停止中のメンションは投稿しません）',
  planUndone: '「{name}」の一時停止の予約はなくなりました。',
  planAsBefore: '「{name}」の一時停止の予約は以前の状態に戻りました。',
  pauseUndone: '「{name}」の一時停止は解除されました。',
  pausedAgain: '「{name}」は再び一時停止中です。',
  uncounted:
    '「{alert}」を再開しました（{since} から一時停止していました）。その間のメンションの数はわかりませんでした。',
  atLeast:
    '「{alert}」を再開しました（{since} から一時停止していました）。その間に {waiting, plural, other {# 件}}以上のメンションが届いています。',
  counted:
    '「{alert}」を再開しました（{since} から一時停止していました）。その間に {waiting, plural, other {# 件}}のメンションが届いています。',
  postAll: '{waiting, number} 件すべて投稿',
  postThem: '投稿する',
  skipThem: '投稿しない',
  menuPause: '一時停止…',
  menuResume: '再開',
  menuCancel: '一時停止の取り消し',
  title: '購読を一時停止',
  submit: '一時停止',
  until: '期限',
  term: '{term, select, hour {1 時間} hours {4 時間} tomorrow {明日の 9:00} monday {次の月曜日の 9:00} week {1 週間} open {誰かが再開するまで}}',
  about:
    'それまで「{name}」からは何も投稿されず、新しいメンションは保留されます。一時停止が 1 日を超えると、その間のメンションを投稿するかどうか、再開後にチャンネルで確認します。時刻はあなたのタイムゾーンです。',
} as const
