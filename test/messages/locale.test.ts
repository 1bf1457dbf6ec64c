import { afterEach, describe, expect, it } from 'vitest'
import { dayWords, fullRange, utc } from '../../src/messages/kit/dates.ts'
import { countryName } from '../../src/messages/kit/labels.ts'
import { addLanguage, setLanguage, speakIn } from '../../src/messages/kit/locale.ts'
import { grouped, percent, plural, short } from '../../src/messages/kit/numbers.ts'
import { signedPercent } from '../../src/stats/figures.ts'
import { withPlainSpaces } from '../tools/message-sketch.ts'

afterEach(() => setLanguage('en'))

describe('dates, numbers and names', () => {
  const written = () =>
    [
      dayWords('2026-11-14'),
      fullRange({ from: '2026-11-09', to: '2026-11-15' }),
      utc(Date.UTC(2026, 10, 20, 14, 2)),
      grouped(12_345),
      short(48_230),
      percent(0.171),
      signedPercent(-0.03),
      plural(2, 'mention'),
      countryName('DE'),
    ].map((text) => withPlainSpaces(text ?? ''))

  it('are written as in the United States unless the configuration says otherwise', () =>
    expect(written()).toEqual([
      'Nov 14',
      'Nov 9 – 15, 2026',
      'Nov 20, 2026, 14:02 UTC',
      '12,345',
      '48.2k',
      '17%',
      '▼ 3%',
      '2 mentions',
      'Germany',
    ]))

  it('have English plurals in the English texts of the command line', () => {
    setLanguage('en', 'ja-JP')
    expect([plural(1, 'fault'), plural(2, 'fault')]).toEqual(['1 fault', '2 faults'])
  })

  it('follow the locale of the configuration', () => {
    setLanguage('en', 'de-DE')
    expect(written()).toEqual([
      '14. Nov.',
      '9.–15. Nov. 2026',
      '20. Nov. 2026, 14:02 UTC',
      '12.345',
      '48.200',
      '17 %',
      '▼ 3 %',
      '2 mentions',
      'Deutschland',
    ])
  })

  it('are those of the reader', () => {
    addLanguage('de')
    expect(speakIn('de-AT', () => [grouped(12_345), dayWords('2026-01-14'), countryName('DE')])).toEqual([
      '12.345'.replace('.', '\u00a0'),
      '14. Jän.',
      'Deutschland',
    ])
    expect(grouped(12_345)).toBe('12,345')
  })
})
