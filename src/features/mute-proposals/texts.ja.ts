export const ja = {
  damagedName: 'ミュートの提案',
  damaged: 'Overheard は最初から数え直します。見送った提案がもう一度表示されることがあります。',
  proposal:
    '{kind, select, author {投稿者} source {ソース} domain {サイト} word {単語}}「{name}」をミュートしていれば、{days, plural, =28 {4 週間} other {# 日間}}のメンション {total, plural, other {# 件}}のうち {count, number} 件を減らせました。担当されたものはありません。',
  proposalWithMarked:
    '{kind, select, author {投稿者} source {ソース} domain {サイト} word {単語}}「{name}」をミュートしていれば、{days, plural, =28 {4 週間} other {# 日間}}のメンション {total, plural, other {# 件}}のうち {count, number} 件を減らせました。担当されたものはなく、{dismissed, plural, other {# 件}}は「関連なし」でした。',
  mute: '30 日間ミュート',
  show: '該当を表示',
  decline: '見送る',
  headline: '{count, plural, other {ミュートの提案}}',
  title: '対象のメンション',
  notStored: 'これらのメンションは、もう保存されていません。',
  counted:
    '集計期間：{range}（それより新しいメンションは、これから担当される可能性があるため除いています）。',
  newest:
    'このうち最新の {shown, number} 件です。集計期間：{range}（それより新しいメンションは、これから担当される可能性があるため除いています）。',
  gone: 'この提案は古くなっています。現在の提案はホームタブにあります。',
  muted:
    '{kind, select, author {投稿者} source {ソース} domain {サイト} word {単語}}「{name}」を 30 日間ミュートしました。チャンネルのメッセージから元に戻せます。',
  declined:
    '{kind, select, author {投稿者} source {ソース} domain {サイト} word {単語}}「{name}」のミュートは、90 日間提案しません。',
} as const
