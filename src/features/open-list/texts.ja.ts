export const ja = {
  help: '• `open`, `open mine`: まだ完了していないもの（緊急度の高い順）',
  shortHelp: '*まだ誰も対応していないものを見る*: `/mentions 未完了`',
  notUnderstood: '/mentions open に付けられるのは mine だけです。「{words}」は使えません。',
  nothing:
    '{scope, select, channel {このチャンネルに未完了のものはありません。} mine {あなたの担当に未完了のものはありません。} home {参加中のチャンネルに対応待ちのものはありません。新しいメンションは、担当者が決まるまでここに表示されます。}}',
  count:
    '{scope, select, channel {このチャンネル} mine {あなた} home {参加中のチャンネル}}の未完了メンション {count, plural, other {# 件}}',
  mostUrgentFirst: '{count}（緊急度の高い順）',
  mostUrgentFirstOnPages: '{count}（緊急度の高い順）· {page, number}/{pages, number} ページ',
  back: '戻る',
  more: 'さらに表示',
  directMessages: 'ダイレクトメッセージ',
  claim: '担当する',
  done: '完了',
  giveBack: '担当を外す',
  snooze: 'スヌーズ…',
  openMessage: 'チャンネルで表示',
  nothingIsOpen: '未完了のものはありません',
  nothingWaits:
    '対応待ちのものはありません。新しいメンションは、担当者が決まるまでここに表示されます。{others, plural, =0 {} other {チームの人が # 件のメンションに対応中です（チャンネルで /mentions open を実行すると見られます）。}}',
  needAnswers: '対応待ち（{count, number} 件）',
  negative:
    '{negative, plural, =0 {ネガティブなものはありません。} other {ネガティブ # 件を先に表示しています。}}{others, plural, =0 {} other {チームの人が # 件のメンションに対応中です（チャンネルで /mentions open を実行すると見られます）。}}',
  yours: 'あなたの担当（{count, number} 件）',
} as const
