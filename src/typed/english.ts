/** The words of times and lengths in one language. All are in lower case. */
export type TimeWords = {
  units: Record<Unit, string[]>
  /** Words for counts, such as “a” and “two”. */
  counts: Record<string, number>
  half: string[]
  and: string[]
  /** From Sunday on. The first three letters of a name are enough. */
  weekdays: string[]
  months: string[]
  /** Other short forms of weekdays and months. */
  short: Record<string, string>
  /** Days by their distance from today. */
  days: Record<string, number>
  until: string[]
  for: string[]
  from: string[]
  /** Words before a length that has passed. */
  past: string[]
  to: string[]
  in: string[]
  /** “2 hours from now” */
  fromNow: string[]
  at: string[]
  on: string[]
  next: string[]
  thisOne: string[]
  /** The next one, but never that of the week after. */
  coming: string[]
  endOf: string[]
  /** Words for the end of a period. */
  ends: Record<string, Period>
  periods: Record<string, Period>
  noon: string[]
  midnight: string[]
  /** Ends of the number of a day: “1st”. */
  ordinals: string[]
  ofMonth: string[]
  forever: string[]
}

export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'
export type Period = 'day' | 'week' | 'month' | 'year'

export const english: TimeWords = {
  units: {
    minute: ['m', 'min', 'mins', 'minute', 'minutes'],
    hour: ['h', 'hr', 'hrs', 'hour', 'hours'],
    day: ['d', 'day', 'days'],
    week: ['w', 'wk', 'wks', 'week', 'weeks'],
    month: ['mo', 'mos', 'mth', 'mths', 'month', 'months'],
    year: ['y', 'yr', 'yrs', 'year', 'years'],
  },
  counts: {
    ...{ a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 },
    ...{ seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12 },
  },
  half: ['half a', 'half an'],
  and: ['and'],
  weekdays: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
  months: [
    ...['january', 'february', 'march', 'april', 'may', 'june'],
    ...['july', 'august', 'september', 'october', 'november', 'december'],
  ],
  short: { tues: 'tuesday', weds: 'wednesday', thur: 'thursday', thurs: 'thursday', sept: 'september' },
  days: { today: 0, tomorrow: 1, 'day after tomorrow': 2, 'the day after tomorrow': 2 },
  until: ['until', 'till', 'til', "'til", 'up to'],
  for: ['for'],
  from: ['from'],
  past: ['last', 'past', 'the last', 'the past'],
  to: ['to', '-', '–', '—'],
  in: ['in'],
  fromNow: ['from now', 'later'],
  at: ['at', '@'],
  on: ['on'],
  next: ['next'],
  thisOne: ['this'],
  coming: ['coming', 'the coming', 'this coming'],
  endOf: ['end of', 'the end of'],
  ends: { eod: 'day', eow: 'week', eom: 'month', eoy: 'year' },
  periods: {
    day: 'day',
    'the day': 'day',
    week: 'week',
    'the week': 'week',
    month: 'month',
    'the month': 'month',
    year: 'year',
    'the year': 'year',
  },
  noon: ['noon', 'midday'],
  midnight: ['midnight'],
  ordinals: ['st', 'nd', 'rd', 'th'],
  ofMonth: ['of'],
  forever: ['forever', 'for ever', 'ever', 'always'],
}
