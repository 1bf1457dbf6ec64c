export const en = {
  shortHelp: '*Find a posted mention again*: `/mentions find WORDS`',
  help: '• `find WORDS`: the newest posted mentions with these words, in the channels that you are in',
  found:
    '{total, plural, one {# mention} other {# mentions}} with “{words}” in your channels in {days, plural, one {# day} other {# days}}:',
  newest:
    '{total, plural, one {# mention} other {# mentions}} with “{words}” in your channels in {days, plural, one {# day} other {# days}}. The newest {shown, number}:',
  inSlack: 'in Slack',
  noWords: 'Write the words to look for: /mentions find login error. Words in quotes stay together.',
  tooMany: '/mentions find takes at most {most, number} words, not “{words}”.',
  running: 'Your last search is not over yet.',
  nothing:
    'Nothing with “{words}” was posted in the last {days, plural, one {# day} other {# days}} in the channels that you are in.',
} as const
