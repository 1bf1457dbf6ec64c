export const ja = {
  helpList: '• `list`, `status`: このチャンネルのアラートと、最新の状態かどうか',
  helpWhy: '• `why LINK` または `why WORDS`: メンションが投稿された（されなかった）理由',
  shortHelpWhy: '*投稿された（されなかった）理由を見る*: `/mentions 理由 LINK`',
  helpPreview:
    '• `preview [name]`, `test [name]`: 投稿のサンプルと見込み件数、またはサンプルのみ（あなただけに見えます）',
  addLink: 'メンションのリンクを付けてください。例： /mentions why https://news.example/1',
  headline:
    '{whose, select, personal {あなたの購読} channel {このチャンネルの購読}} {count, plural, other {# 件}}',
  fromFile: '設定ファイルで管理されています。変更は Overheard の管理者に依頼してください。',
  someFromFile: '{names}：設定ファイルで管理されています。変更は Overheard の管理者に依頼してください。',
  manyFromFile: '{names} など：設定ファイルで管理されています。変更は Overheard の管理者に依頼してください。',
  more: 'ほか {count, number} 件はホームタブにあります。',
  limitReached: 'プランの月間上限に達しています。更新されるまで、新しいメンションは届きません。',
  onTime: '予定どおり',
  waiting: '{count, plural, other {# 件}}のメンションが投稿待ちです。',
  waitingOrMore: 'およそ {count, plural, other {# 件}}、またはそれ以上のメンションが投稿待ちです。',
  maybeWaiting: '投稿待ちのメンションがあるかもしれません。',
  waitingUnknown: '今は投稿待ちのメンションを数えられません。',
  late: 'チェックが {minutes, number} 分遅れています。',
} as const
