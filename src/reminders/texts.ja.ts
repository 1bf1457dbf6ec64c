export const ja = {
  openMessage: 'メッセージを開く',
  done: '完了',
  snooze: 'スヌーズ…',
  yourNote: 'あなたのメモ：「{note}」',
  noteFrom: '{person} さんのメモ：「{note}」',
  assigned: '{person} さんがあなたに割り当てました',
  overdue: 'まだ未完了です：{day}に {person} さんがあなたに割り当てました',
  overdueForOther: 'まだ未完了です：{day}にあなたが {holder} さんに割り当てました',
  snoozeEnded: 'スヌーズが終わり、未完了に戻りました',
} as const
