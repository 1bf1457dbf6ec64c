import { beforeEach, describe, expect, it } from 'vitest'
import { batchNotifications, type ProblemNews } from '../../src/health/owner-notifications.ts'

let at: number
let sent: string[]
let timers: { run: () => void; at: number }[]
let tell: (news: ProblemNews) => void

beforeEach(() => {
  at = 1_000_000
  sent = []
  timers = []
  tell = batchNotifications({
    send: (kind, problems) => sent.push(`${kind}: ${problems.map(({ key }) => key).join(' ')}`),
    now: () => at,
    setTimer(run, ms) {
      timers.push({ run, at: at + ms })
      return () => undefined
    },
  })
})

const news = (kind: ProblemNews['kind'], key: string): ProblemNews => ({
  kind,
  trouble: { key, what: 'It is down.', whatToDo: 'Nothing.', since: at },
})

function pass(ms: number): void {
  at += ms
  const due = timers.filter((timer) => timer.at <= at)
  timers = timers.filter((timer) => timer.at > at)
  for (const { run } of due) run()
}

describe('the owner gets', () => {
  it('one letter a second later of all that stops within it', () => {
    tell(news('raised', 'a'))
    pass(999)
    tell(news('raised', 'b'))
    expect(sent).toEqual([])
    pass(1)
    expect(sent).toEqual(['raised: a b'])
  })

  it('the next one half a minute after it, of all that has come since', () => {
    tell(news('raised', 'a'))
    pass(1000)
    tell(news('raised', 'b'))
    pass(20_000)
    tell(news('raised', 'c'))
    pass(9999)
    expect(sent).toEqual(['raised: a'])
    pass(1)
    expect(sent).toEqual(['raised: a', 'raised: b c'])
  })

  it('the first one again a second later where nothing was told for half a minute', () => {
    tell(news('raised', 'a'))
    pass(1000)
    pass(30_000)
    tell(news('cleared', 'a'))
    pass(1000)
    expect(sent).toEqual(['raised: a', 'cleared: a'])
  })

  it('what goes on and what stops in a letter each', () => {
    tell(news('raised', 'a'))
    pass(1000)
    tell(news('raised', 'b'))
    tell(news('cleared', 'a'))
    pass(30_000)
    expect(sent).toEqual(['raised: a', 'cleared: a', 'raised: b'])
  })

  it('nothing of what is over before it was told', () => {
    tell(news('raised', 'a'))
    tell(news('cleared', 'a'))
    pass(1000)
    expect(sent).toEqual([])
    tell(news('raised', 'b'))
    pass(1000)
    expect(sent).toEqual(['raised: b'])
  })

  it('the last of what changes meanwhile', () => {
    tell(news('raised', 'a'))
    tell(news('cleared', 'a'))
    tell(news('raised', 'a'))
    tell(news('raised', 'a'))
    pass(1000)
    expect(sent).toEqual(['raised: a'])
  })

  it('three letters in a minute of three hundred that stop one after the other', () => {
    for (let number = 0; number < 300; number++) {
      tell(news('raised', String(number)))
      pass(200)
    }
    expect(sent).toHaveLength(2)
    pass(30_000)
    expect(sent).toHaveLength(3)
    expect(sent.join(' ').match(/\d+/g)).toHaveLength(300)
  })
})
