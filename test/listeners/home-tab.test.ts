import { describe, expect, it } from 'vitest'
import type { SpikeCardRecord } from '../../src/model/spike-card.ts'
import type { RegisteredSubscription } from '../../src/model/subscription.ts'
import { channelOf, homeTabWorld, now, registered } from '../tools/home-tab-world.ts'

describe('the home tab of a person', () => {
  it('leaves out a section that fails, and cuts one that is larger than it declares', async () => {
    const many = Array.from({ length: 9 }, (_, index) => ({ type: 'section', text: `Row ${index}` }))
    const failing = { place: 'top' as const, mostBlocks: 1, blocks: () => Promise.reject(new Error('a bug')) }
    const large = { place: 'open' as const, mostBlocks: 3, blocks: async () => many }
    const { home, show } = homeTabWorld({ channels: ['C0'] }, () => [failing, large])
    await home.show('U1')
    expect(show().match(/Row \d/g)).toEqual(['Row 0', 'Row 1', 'Row 2'])
  })

  it('shows running spikes only of the person’s channels and of alerts that the person may see', async () => {
    const { home, show, setSpikes } = homeTabWorld({
      channels: ['C0', 'C1'],
      hidden: (name) => name.startsWith('1 '),
    })
    const record = (index: number): SpikeCardRecord => ({
      ...{ channel: channelOf(index), ts: '1.0', alert: '7', mark: 'm', at: now, note: {} },
      subscription: registered[index]?.subscription.name ?? '',
      shown: {
        kind: 'live',
        spike: {
          ...{
            alertName: `Spike ${index}`,
            signs: [],
            inLastHour: 9,
            hours: [9],
            claims: [],
            permalinks: {},
          },
          summary: {
            ...{ startedAt: now, total: 9, rated: 0, negative: 0, reach: 1, peak: 9 },
            ...{ sources: [], countries: [], top: [] },
          },
        },
      },
    })
    setSpikes([record(0), record(1), record(2)])
    await home.show('U1')
    expect(show()).toContain('Spike 0: 9 mentions in the last hour')
    expect(show()).not.toMatch(/Spike [12]/)
  })
})

it('says that an entry of the menu of an alert is no longer used if no feature has it any more', async () => {
  const { home, press, show } = homeTabWorld({ channels: ['C0'] })
  await home.show('U1')
  const name = registered[0]?.subscription.name
  await home.alertMenu(press(`laugh:${name}`))
  expect(show()).toContain('This button is no longer used.')
})

it('a press in the list of mutes shows no muted name to a person who may not read the alerts of the channel any more', async () => {
  const press = { view: 'V1', user: 'U1', trigger: 't', metadata: '', values: new Map() }
  const actionValue = JSON.stringify(['C1', 'author', 'Falcon insider'])
  const reader = homeTabWorld({
    refusal: (operation) => (operation === 'read' ? undefined : 'Only members.'),
  })
  await reader.home.unmute({ ...press, actionValue })
  expect(reader.updated.join()).toContain('Only members.')
  expect(reader.updated.join()).toContain('Falcon insider')
  const outsider = homeTabWorld({ refusal: () => 'This alert is private.' })
  await outsider.home.unmute({ ...press, actionValue })
  expect(outsider.updated.join()).toContain('This alert is private.')
  expect(outsider.updated.join()).not.toContain('Falcon insider')
})

it('the list of mutes of direct messages says whose they are, because Slack shows no name for a link to them', async () => {
  const personal = [
    {
      subscription: { name: 'acme', channel: 'D1' },
      fromSlack: { direct: 'D1', created: { by: 'U1', at: 0 } },
    },
  ] as RegisteredSubscription[]
  const actionValue = JSON.stringify(['D1', 'author', 'Falcon insider'])
  const shownTo = async (user: string) => {
    const { home, updated } = homeTabWorld({ personal })
    await home.unmute({ view: 'V1', user, trigger: 't', metadata: '', values: new Map(), actionValue })
    return updated.join()
  }
  expect(await shownTo('U1')).toContain('"Direct messages to you"')
  expect(await shownTo('UADMIN')).toContain('"Direct messages"')
  for (const user of ['U1', 'UADMIN']) expect(await shownTo(user)).not.toContain('<#D1>')
})
