export const en = {
  // How many of the mentions of the last days a mute hides.
  nothingToHide:
    'This channel had no mentions in the last {days, number} days, so nobody knows how much this mute hides.',
  hidesOnly:
    'Careful: this mute would have hidden the only mention of the last {days, number} days. To end it: /mentions unmute {name}',
  hidesNotOnly:
    'This mute would not have hidden the only mention of the last {days, number} days. Check how the {kind, select, author {author} source {source} domain {site} word {word}} is written, or end it: /mentions unmute {name}',
  hidesNone:
    'This mute would have hidden none of the {which, select, latest {latest } all {}}{total, plural, one {# mention} other {# mentions}} of the last {days, number} days. Check how the {kind, select, author {author} source {source} domain {site} word {word}} is written, or end it: /mentions unmute {name}',
  hidesSome:
    'This mute would have hidden {hidden, number} of the {which, select, latest {latest } all {}}{total, plural, one {# mention} other {# mentions}} of the last {days, number} days.',
  hidesNearlyAll:
    'Careful: this mute would have hidden nearly all ({hidden, number}) of the {which, select, latest {latest } all {}}{total, plural, one {# mention} other {# mentions}} of the last {days, number} days. To end it: /mentions unmute {name}',
  hidesAll:
    'Careful: this mute would have hidden all of the {which, select, latest {latest } all {}}{total, plural, one {# mention} other {# mentions}} of the last {days, number} days. To end it: /mentions unmute {name}',
  noMention: 'No recent mention here matches “{asked}”.',
} as const
