export const ja = {
  help: '• `duty`, `duty swap [@person]`: 緊急のメンションの当番を確認する、1 日交代する',
  shortHelp: '*緊急のメンションで呼び出される人を見る*: `/mentions 当番`',
  damagedName: '当番の交代',
  damaged: '当番は、設定ファイルの順番どおりになります。',
  claim: '担当する',
  snooze: 'スヌーズ…',
  openMessage: 'チャンネルで表示',
  nobodyCalled:
    '当番の誰にも通知できませんでした。担当するか、担当できる人を探してください{count, plural, other {}}。',
  called:
    '最初に {person} さんに通知しましたが、返事がありません。担当するか、担当できる人を探してください{count, plural, other {}}。',
  calledButDisturbed:
    '当番の {person} さんは Slack の通知を一時停止しています。担当するか、担当できる人を探してください{count, plural, other {}}。',
  youAreDisturbed:
    'Slack の通知を一時停止していますが、今はほかに通知できる当番がいません。担当するか、担当できる人を探してください{count, plural, other {}}。',
  onDuty: 'あなたが当番です。担当するか、担当できる人を探してください{count, plural, other {}}。',
  passedOver:
    'Slack の通知を一時停止している人（{people}）に代わって、あなたに通知しています{others, plural, other {}}。担当するか、担当できる人を探してください{count, plural, other {}}。',
  more: 'ほか {count, number} 件',
  unclaimed: '{time}たっても担当者がいません',
  unclaimedMentions: '緊急のメンション {count, plural, other {# 件}}に、{time}たっても担当者がいません',
  onWatch: '{until} まで {person} さんが当番です',
  onWatchNow: '当番は {person} さんです（{until} まで）。',
  onWatchThen: '当番は {person} さんです（{until} まで）。次は {next} さんです。',
  about:
    '緊急のメンションを時間内に誰も担当しないと、当番にダイレクトメッセージが届きます。さらに同じ時間がたつと、購読で指定された人をチャンネルで呼び出します。',
  handOnForADay: '1 日交代する',
  handedToYou: '{person} さんから当番を引き継ぎました。{until} まで、あなたが当番です。',
  aboutYou:
    '緊急のメンションを時間内に誰も担当しないと、あなたにダイレクトメッセージが届きます。当番は /mentions duty で確認できます。',
  swapQuestion:
    '1 日の間 {person} さんが当番になり、ダイレクトメッセージで知らされます。緊急のメンションを誰も担当しないと、{person} さんが呼び出されます。当番を交代しますか？',
  handOn: '当番を交代する',
  handedOn: '当番を {until} まで {person} さんに引き継ぎました',
  swapUndone: '当番は以前の状態に戻りました。',
  nobodyReachable: '当番の誰も呼び出せません。有効な Slack アカウントがありません。',
  unreachable:
    '当番の {person} さんには有効な Slack アカウントがありません。代わりに {instead} さんを呼び出します。',
  correctList:
    '設定ファイルの `onDuty.users` を修正して Overheard を再読み込みするか、当番を交代してください： /mentions duty swap',
  stopped: '当番の呼び出し',
  notUnderstood: '/mentions duty に付けられるのは、swap と相手の名前だけです。「{words}」は使えません。',
  none: '設定ファイルに「onDuty」がないため、当番はいません。',
  alone: 'リストにほかの人がいません。相手を指定してください： /mentions duty swap @NAME',
  already: 'この人はすでに当番です。',
  away: 'この人は不在です。別の人を選んでください。',
  unknown: '今は Slack でこの人を確認できません。1 分ほど待ってから、もう一度お試しください。',
  'not-callable': '当番になれるのは、このワークスペースの正規メンバーだけです。別の人を選んでください。',
} as const
