export const ja = {
  damagedName: '最初のステップ',
  damaged: 'ホームタブに、最初の 3 ステップがもう一度表示される人がいます。',
  title: '最初のメンションまでの 3 ステップ',
  hide: 'このステップを非表示',
  whatToWatch: '何をモニタリングするか：下の「アラートを追加…」を押します。',
  watched: '✓ モニタリング中：{alerts}',
  whereToPost: 'どこに投稿するか：同じフォームでチャンネルを選びます。',
  posted: '✓ 投稿先：{channels}',
  joins: 'Overheard の招待：パブリックチャンネルには自動で参加します。',
  isThere:
    '✓ Overheard は参加済みです。チームの人を招待しましょう。新しいメンションは、そこに 1 回だけ投稿されます。',
  invite: 'Overheard の招待：{channels} で /invite @overheard と入力します',
  comma: '、',
  andMore: '{some}、ほか {more, number} 件',
} as const
