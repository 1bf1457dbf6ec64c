import { expect, it } from 'vitest'
import { allCountries, say, subscribeModal } from '../../../src/features/subscribe/form.ts'
import { faultsOfModal } from '../../tools/message-checks.ts'
import { naughtyStrings } from '../../tools/naughty-strings.ts'

it('the subscription form is valid with any name of an alert', () => {
  for (const name of naughtyStrings) {
    const forms = [
      subscribeModal({
        offered: [{ id: '7', name }],
        left: 1,
        chosen: { channel: 'C1' },
        timezone: 'Europe/Berlin',
        showsMore: true,
        preview: { sentence: name.slice(0, 100) || 'x' },
      }),
      subscribeModal({
        offered: [],
        chosen: { alert: name },
        edits: name,
        timezone: 'UTC',
        showsMore: false,
      }),
    ]
    for (const { blocks } of forms)
      expect({ name, faults: faultsOfModal(blocks) }).toEqual({ name, faults: [] })
  }
})

it('the errors of the subscription form match their snapshot', () =>
  expect(
    [
      ...[say.chooseAlert(), say.chooseChannel(), say.chooseSchedule(), say.chooseTime()],
      ...[say.wholeNumber(), say.sayQuietFrom(), say.sayQuietTo(), say.longWord({ most: 100 })],
    ].join('\n'),
  ).toMatchSnapshot())

it('countries are offered by their names, in order', () => {
  expect(allCountries().at(0)?.label).toBe('Afghanistan')
})
