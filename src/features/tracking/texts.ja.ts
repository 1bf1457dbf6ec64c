export const ja = {
  shortcut: 'メンションとして追跡',
  help: '• リンクのあるメッセージの ⋯ → *{shortcut}*: Overheard が自分で見つけなかったものを投稿する',
  noLink: 'このメッセージには投稿へのリンクがありません。追跡できるのは、URL があるものだけです。',
  longLink: 'このリンクは長すぎて追跡できません。',
  noPlace:
    '参加中のチャンネルに投稿されるアラートがないため、メンションの投稿先がありません。/mentions subscribe で始めましょう。',
  switchedOff: '追跡は設定でオフになっています（tracking: false）。',
  placeGone: 'そこではもう追跡できません。別のアラートを選んでください。',
  linksCut: 'このメッセージのほかのリンクは、長すぎて表示できません。',
  onItsWay: 'まもなく、このメンションを {channel} に投稿します。',
  onItsWayElsewhere:
    'まもなく、このメンションを {channel} に投稿します。投稿するのはリンクだけで、このメッセージの本文は含みません。',
  alreadyPosted: 'このリンクは、すでに {channel} に投稿されています。',
  alreadyPostedThere: 'このリンクは、すでに {channel} に投稿されています： {link}',
  openPost: '投稿を開く',
  cannotPost:
    'Overheard は {channel} に投稿できません。アーカイブされているか、Overheard が参加していないプライベートチャンネルです。',
  invite: '先に招待してください： /invite @overheard',
  notTaken:
    'Slack が {channel} へのメンションの投稿を受け付けませんでした。もう一度お試しください（メッセージの ⋯ → {shortcut}）。',
  submit: '追跡する',
  link: 'リンク',
  forPlace: '対象：{place}',
  for: '対象',
  elsewhere: 'Overheard はリンクをそこに投稿します。メッセージの本文は、元のチャンネルにそのまま残ります。',
  placeElsewhere: '{name}（{channel}）',
  found:
    'チームの人が見つけたメンション：{found, plural, other {# 件}}（{states}）。上の数値には含まれていません。',
  state:
    '{state, select, closed {対応済み} claimed {担当中} snoozed {スヌーズ中} unclaimed {未担当}} {count} 件',
} as const
