export const en = {
  damagedName: 'proposed mutes',
  damaged: 'Overheard counts again. Declined proposals can come again.',
  proposal:
    'Muting the {kind, select, author {author} source {source} domain {site} word {word}} {name} would have held back {count, number} of {total, plural, one {# mention} other {# mentions}} in {days, plural, =28 {four weeks} one {# day} other {# days}}. None was claimed.',
  proposalWithMarked:
    'Muting the {kind, select, author {author} source {source} domain {site} word {word}} {name} would have held back {count, number} of {total, plural, one {# mention} other {# mentions}} in {days, plural, =28 {four weeks} one {# day} other {# days}}. None was claimed, and {dismissed, plural, one {# was} other {# were}} marked as not relevant.',
  mute: 'Mute 30 days',
  show: 'Show them',
  decline: 'Not this',
  headline: '{count, plural, one {Proposed mute} other {Proposed mutes}}',
  title: 'Mentions held back',
  notStored: 'These mentions are no longer stored.',
  counted: 'Counted: {range}, because people may still claim newer mentions.',
  newest:
    'The newest {shown, number} of them. Counted: {range}, because people may still claim newer mentions.',
  gone: 'This proposal is out of date. The home tab shows the present ones.',
  muted:
    'Muted the {kind, select, author {author} source {source} domain {site} word {word}} {name} for 30 days. The message in the channel has an Undo button.',
  declined:
    'Muting the {kind, select, author {author} source {source} domain {site} word {word}} {name} is not proposed again for 90 days.',
} as const
