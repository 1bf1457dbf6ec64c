import { beforeEach, describe, expect, it } from 'vitest'
import { createOutages, type Outages } from '../../../sandbox/demo/levers.ts'
import { createHandTimers } from '../../tools/manual-clock.ts'

let clock: ReturnType<typeof createHandTimers>
let told: string[]
let outages: Outages

beforeEach(() => {
  clock = createHandTimers()
  told = []
  outages = createOutages({ ...clock, ms: 30_000 })
})

const begin = () =>
  outages.begin('slack-down', () => {
    told.push('begins')
    return () => void told.push('ends')
  })

describe('an outage of 30 seconds that a button of the demo starts', () => {
  it('shows the remaining seconds and then ends', () => {
    expect(outages.left('slack-down')).toBeUndefined()
    begin()
    expect(outages.left('slack-down')).toBe(30)
    clock.pass(11_500)
    expect(outages.left('slack-down')).toBe(19)
    clock.pass(18_500)
    expect(outages.left('slack-down')).toBeUndefined()
    expect(told).toEqual(['begins', 'ends'])
  })

  it('lasts 30 seconds from the second press of its button, and ends only once', () => {
    begin()
    clock.pass(20_000)
    begin()
    expect(outages.left('slack-down')).toBe(30)
    clock.pass(10_000)
    expect(outages.left('slack-down')).toBe(20)
    expect(told).toEqual(['begins'])
    clock.pass(20_000)
    expect(told).toEqual(['begins', 'ends'])
    begin()
    expect(told).toEqual(['begins', 'ends', 'begins'])
  })

  it('shows no remaining seconds for another kind of outage', () => {
    begin()
    expect(outages.left('limit')).toBeUndefined()
  })
})
