export const en = {
  help: '• `held`, `held acme`: what was held back as not about you, with a button that posts it',
  notOn:
    'Nothing is held back for this channel: none of its subscriptions says what it is about (about). docs/use/relevance.md explains it.',
  already: 'This mention was brought back before.',
  posted: 'This mention is in the channel already.',
  gone: 'This mention is not held back any more, and the mention service does not have it.',
  onItsWay: 'Overheard posts this mention in a moment, and learns from it.',
  dismissed: 'This mention is off the list now, and Overheard learns from it. “Post it” still posts it.',
  whyHeld: '/mentions held posts it.',
  whyDismissed: 'Somebody took it off the list of /mentions held, because it is not about you.',
  whyBroughtBack: 'Somebody brought it back, so it was posted later.',
  letThrough:
    'Is this about {name}? Overheard thinks not. If it is, claim it; if it is not, choose Not relevant in the menu ⋯.',
  steppedBack:
    'People brought back {back, number} of {held, plural, one {# mention} other {# mentions}} that were held back as not about {name}, which is more than promised.',
  holdsLess: 'Overheard now holds back less. You need not do anything. docs/use/relevance.md explains it.',
  quoted: '“{word}”',
  line: '{count, plural, one {# mention was} other {# mentions were}} held back: probably not about {name}.',
  lineWithWords:
    '{count, plural, one {# mention was held back: probably not about {name} (it says {words}).} other {# mentions were held back: probably not about {name} (they say {words}).}}',
  show: 'Show them to me',
  nothing: 'Nothing is held back as not about {name}.',
  list: '{total, plural, one {# mention} other {# mentions}} held back as not about {name}, newest first:',
  listWithLineFirst:
    '{total, plural, one {# mention} other {# mentions}} held back as not about {name}, those of this line first:',
  shown:
    '{count, plural, =1 {Shown here: number {from, number}.} other {Shown here: {from, number} to {to, number}.}}',
  checked:
    '{count, plural, one {# more mention looked the same, and was posted to check this.} other {# more mentions looked the same, and were posted to check this.}}',
  post: 'Post it',
  dismiss: 'Not about us',
  more: 'More',
  learned:
    'Learned from {count, plural, one {# mention} other {# mentions}} that people handled or marked as not relevant.',
  missingLabels: '{missing, number} of {needed, number} handled mentions',
  missingRelevant: '{missing, number} of {needed, number} that were relevant',
  missingNoise: '{missing, number} of {needed, number} that were not',
  notYet:
    'Only the rules of about hold mentions back, because nothing is learned yet. Still missing: {missing}.',
  week: 'Held back as not about {name} in the last 7 days: {held, number}, of which people brought back {back, number}.',
  labelDamagedName: 'labels of mentions',
  labelDamaged: 'The filter does not learn from this mention.',
  wordsDamagedName: 'learned words',
  heldDamagedName: 'mentions held back',
  heldDamaged: 'This mention is not in /mentions held any more. Its button in the channel still posts it.',
  stopped: 'holding back as much as before for {subscription}',
} as const
