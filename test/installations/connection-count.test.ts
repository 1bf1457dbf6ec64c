import { beforeEach, describe, expect, it } from 'vitest'
import { type ConnectionCount, createConnectionCount } from '../../src/installations/connection-count.ts'

const hour = 3_600_000

let at: number
let processes: number
let count: ConnectionCount
beforeEach(() => {
  ;[at, processes] = [1e12, 1]
  count = createConnectionCount({ liveProcesses: () => processes, steady: () => at })
})

describe('the connections that Slack counts', () => {
  it('are too many if they exceed the processes of this installation', () => {
    expect(count.isExcess()).toBe(false)
    count.connected(1)
    expect(count.isExcess()).toBe(false)
    count.connected(2)
    expect(count.isExcess()).toBe(true)
  })

  it('are not too many when the processes of a cluster have learnt of each other', () => {
    count.connected(3)
    processes = 3
    expect(count.isExcess()).toBe(false)
  })

  it('are never too many in HTTP mode, where Slack counts none', () => {
    at += 24 * hour
    expect([count.isExcess(), count.warnings()]).toEqual([false, []])
  })

  it('lead to a warning when each connection of more than six hours had too many, because Slack counts broken ones for five', () => {
    count.connected(3)
    at += 5 * hour
    count.connected(3)
    expect(count.warnings()).toEqual([])
    at += hour
    count.connected(2)
    expect(count.warnings()).toEqual([
      {
        what: 'Slack has counted 2 connections of this app for more than six hours, but this installation has 1 process: another program uses the same SLACK_APP_TOKEN, and gets a part of the commands and button presses.',
        whatToDo: 'Stop the other program, or give it a Slack app of its own.',
      },
    ])
    count.connected(1)
    expect(count.warnings()).toEqual([])
  })

  it('lead to no warning if one connection of these hours had not too many', () => {
    count.connected(2)
    at += 4 * hour
    count.connected(1)
    at += 3 * hour
    count.connected(2)
    expect(count.warnings()).toEqual([])
  })

  it('lead to no warning in a cluster in which processes come and go', () => {
    count.connected(3)
    processes = 3
    at += 7 * hour
    count.connected(3)
    processes = 2
    expect(count.warnings()).toEqual([])
  })
})
