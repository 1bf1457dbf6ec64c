export const en = {
  helpList: '• `list`, `status`: the alerts of this channel, and whether they are up to date',
  helpWhy: '• `why LINK` or `why WORDS`: why a mention was posted here, or not',
  shortHelpWhy: '*See why a mention was posted, or not*: `/mentions why LINK`',
  helpPreview:
    '• `preview [name]`, `test [name]`: a sample post and how many to expect, or only the sample (only you see it)',
  addLink: 'Add the link of a mention, for example: /mentions why https://news.example/1',
  headline:
    '{count, plural, one {# subscription} other {# subscriptions}} {whose, select, personal {for you} channel {in this channel}}',
  fromFile: 'Managed in the config file. Ask an Overheard admin to change it.',
  someFromFile: '{names}: managed in the config file. Ask an Overheard admin to change it.',
  manyFromFile: '{names} and others: managed in the config file. Ask an Overheard admin to change it.',
  more: '{count, number} more on the home tab.',
  limitReached: 'The plan’s monthly limit is reached: no new mentions until it renews.',
  onTime: 'On time',
  waiting: '{count, plural, one {# mention is} other {# mentions are}} waiting to be posted.',
  waitingOrMore:
    'About {count, plural, one {# mention} other {# mentions}} or more are waiting to be posted.',
  maybeWaiting: 'Some mentions may be waiting.',
  waitingUnknown: 'Waiting mentions cannot be counted right now.',
  late: 'Checks are {minutes, number} min late.',
} as const
