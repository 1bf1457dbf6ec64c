export const ja = {
  waitingDamagedName: 'ルールの適用を待つ投稿',
  waitingDamaged: 'この投稿のメンションは、ルールでは割り当てられません。',
  turnsDamagedName: 'ルールの順番',
  turnsDamaged: 'このルールの順番は、リストの最初の人からやり直しになります。',
  givenDamagedName: 'ルールによる割り当て',
  givenDamaged: '別のチャンネルがこのメンションを受け取ると、そこでは別の人に割り当てられることがあります。',
  assigned: 'あなたに割り当てられました',
  several: 'メンション {count, plural, other {# 件}}があなたに割り当てられました',
  why: 'ルールによる割り当て（{about}）{turn, select, no {} yes {：あなたの番} away {：あなたの番（不在：{away}）{count, plural, other {}}}}です。',
  claim: '担当する',
  done: '完了',
  snooze: 'スヌーズ…',
  howToAnswer: '担当するには、メッセージのボタンか /mentions open mine を使ってください。',
  moreAndHow:
    'ほか {count, number} 件。担当するには、メッセージのボタンか /mentions open mine を使ってください。',
  openMessage: 'チャンネルで表示',
} as const
