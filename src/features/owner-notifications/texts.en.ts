export const en = {
  headline:
    '{what, select, stopped {Not posting: {subjects}} refused {A mention could not be posted: {subjects}} missed {New mentions are missed: {subjects}} damaged {Stored data is damaged: {subjects}} repeated {Posted by two installations: {subjects}} repeatsOver {Posted by one installation again: {subjects}} resumed {Working again: {subjects}}}',
  inChannel: '{name} in {channel}',
  comma: ', ',
  andMore: '{subjects} and {more, number} more',
  why: 'Why: {reason}',
  whatToDo: 'What to do: {whatToDo}',
  others: 'See /status for {count, plural, one {# other} other {# others}}.',
  nothingLost: 'No mention is lost: Overheard continues where it stopped.',
  restGoesOn: 'Everything else goes on.',
} as const
