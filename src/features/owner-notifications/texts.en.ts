export const en = {
  headline:
    '{what, select, stopped {Stopped: {subjects}} cannotPost {Cannot post {subjects}} refused {A mention could not be posted: {subjects}} missed {New mentions of {subjects} are not posted} damaged {Stored data is damaged: {subjects}} repeated {You may see mentions of {subjects} twice, because two copies of Overheard run} repeatsOver {Only one copy of Overheard posts {subjects} now} resumed {Working again: {subjects}}}',
  inChannel: '{name} in {channel}',
  comma: ', ',
  andMore: '{subjects} and {more, number} more',
  forward: 'If somebody else runs Overheard, forward this to them.',
  why: 'Why: {reason}',
  whatToDo: 'What to do: {whatToDo}',
  others: 'See /status for {count, plural, one {# other} other {# others}}.',
  nothingLost: 'No mention is lost: Overheard continues where it stopped.',
  restGoesOn: 'Everything else goes on.',
  since: 'Since {at}',
} as const
