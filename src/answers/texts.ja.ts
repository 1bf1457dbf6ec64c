export const ja = {
  // How many of the mentions of the last days a mute hides.
  nothingToHide:
    '過去 {days, number} 日間、このチャンネルにメンションがないため、このミュートの影響はわかりません。',
  hidesOnly:
    '注意：過去 {days, number} 日間で唯一のメンションが、このミュートの対象になります。解除するには： /mentions unmute {name}',
  hidesNotOnly:
    '過去 {days, number} 日間で唯一のメンションは、このミュートの対象になりません。{kind, select, author {投稿者} source {ソース} domain {サイト} word {単語}}の表記を確認するか、解除してください： /mentions unmute {name}',
  hidesNone:
    '過去 {days, number} 日間の{which, select, latest {最新} all {}}メンション {total, plural, other {# 件}}に、このミュートの対象はありません。{kind, select, author {投稿者} source {ソース} domain {サイト} word {単語}}の表記を確認するか、解除してください： /mentions unmute {name}',
  hidesSome:
    '過去 {days, number} 日間の{which, select, latest {最新} all {}}メンション {total, plural, other {# 件}}のうち、{hidden, number} 件がこのミュートの対象になります。',
  hidesNearlyAll:
    '注意：過去 {days, number} 日間の{which, select, latest {最新} all {}}メンション {total, plural, other {# 件}}のほとんど（{hidden, number} 件）が、このミュートの対象になります。解除するには： /mentions unmute {name}',
  hidesAll:
    '注意：過去 {days, number} 日間の{which, select, latest {最新} all {}}メンション {total, plural, other {# 件}}すべてが、このミュートの対象になります。解除するには： /mentions unmute {name}',
  noMention: 'ここで「{asked}」に一致する最近のメンションはありません。',
} as const
