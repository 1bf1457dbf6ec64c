import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chooseToCall, type Standing } from '../../../src/features/watch/choose-to-call.ts'

const asked = (...standings: Standing[]) =>
  standings.map((standing, index) => ({ user: String(index), standing }))

it.each<[string, Standing[], ReturnType<typeof chooseToCall>]>([
  ['nobody is on the list', [], undefined],
  ['everybody is here', ['here', 'here'], { user: '0', passedOver: [], isDisturbed: false }],
  ['nobody can be called', ['unable', 'unable'], undefined],
  [
    'the first has do-not-disturb on',
    ['do-not-disturb', 'here'],
    { user: '1', passedOver: ['0'], isDisturbed: false },
  ],
  [
    'some cannot be called and some have do-not-disturb on',
    ['unable', 'do-not-disturb', 'unable', 'do-not-disturb', 'here', 'do-not-disturb'],
    { user: '4', passedOver: ['1', '3'], isDisturbed: false },
  ],
  [
    'everybody has do-not-disturb on',
    ['do-not-disturb', 'do-not-disturb'],
    { user: '0', passedOver: [], isDisturbed: true },
  ],
  [
    'only one person can be called, and has do-not-disturb on',
    ['unable', 'do-not-disturb'],
    { user: '1', passedOver: [], isDisturbed: true },
  ],
  ['Slack says nothing of the first', ['unknown', 'here'], 'unknown'],
  ['Slack says nothing of a later person', ['do-not-disturb', 'unknown', 'here'], 'unknown'],
  ['the first is here', ['here', 'unknown'], { user: '0', passedOver: [], isDisturbed: false }],
])('who is called if %s', (_case, standings, chosen) => {
  expect(chooseToCall(asked(...standings))).toEqual(chosen)
})

it('somebody is called exactly if somebody is here or has do-not-disturb on, and people with do-not-disturb only if nobody is here', () => {
  const known = fc.array(fc.constantFrom<Standing>('here', 'do-not-disturb', 'unable'))
  fc.assert(
    fc.property(known, (standings) => {
      const chosen = chooseToCall(asked(...standings))
      const callable = standings.some((one) => one !== 'unable')
      expect(chosen !== undefined).toBe(callable)
      if (chosen === undefined || chosen === 'unknown') return
      expect(standings[Number(chosen.user)]).toBe(standings.includes('here') ? 'here' : 'do-not-disturb')
      expect(chosen.isDisturbed).toBe(!standings.includes('here'))
    }),
  )
})
