import { expect, it } from 'vitest'
import { writeDate } from '../../../src/page/text/dates.ts'

const noon = new Date(2026, 10, 20, 12)
const hours = (count: number) => Math.floor(noon.getTime() / 1000) + count * 3600

it.each([
  ['{date_short_pretty} at {time}', 2, 'today at 14:00'],
  ['{date_pretty}', -24, 'yesterday'],
  ['{date_long_pretty}', 24, 'tomorrow'],
  ['{date_short_pretty}', -72, '17 Nov 2026'],
  ['{date_long}', 0, 'Friday 20 November 2026'],
  ['{date_num}', 0, '20/11/2026'],
  ['{ago}', -3, '3 hours ago'],
  ['{time_secs} {unheard_of}', 0, '12:00:00 {unheard_of}'],
  ['{constructor} {__proto__}', 0, '{constructor} {__proto__}'],
])(
  'the sandbox’s Slack page writes the date format %s, for a time %i hours from now (noon on 20 November 2026), as %s',
  (format, offset, expected) => {
    expect(writeDate(hours(offset), format, noon.getTime()).replace(',', '')).toBe(expected)
  },
)
