import { describe, expect, it } from 'vitest'
import { createRoomWorld, lost, refusedWith } from './room-world.ts'

const name = 'crisis-acme-2026-11-23'
const mark = '/archives/C1/p1795442400000100'

describe('the channel of a room', () => {
  it('is made once although the answer of Slack was lost and the process died', async () => {
    const world = createRoomWorld()
    world.answer('create', lost)
    await world.press()
    await world.pass(5)
    expect((await world.room())?.channel).toBeUndefined()
    world.restart()
    await world.pass(30)
    expect(world.channels.map((channel) => channel.name)).toEqual([name])
    expect((await world.room())?.channel).toBe('C90')
    expect(world.channels[0]?.purpose).toContain(mark)
  })

  it('gets the next name at once if a channel of others has the name, also one that the bot does not see', async () => {
    for (const id of ['C5', 'hidden']) {
      const world = createRoomWorld()
      world.channels.push({ id, name, isOurs: false, isPrivate: true, purpose: '', members: [] })
      await world.press()
      await world.pass(5)
      expect(world.calls.filter((one) => one.startsWith('create '))).toEqual([
        `create ${name}`,
        `create ${name}-2`,
      ])
      expect((await world.room())?.name).toBe(`${name}-2`)
    }
  })

  it('waits for a minute after a lost answer before it takes another name, because Slack may not list the channel yet', async () => {
    const world = createRoomWorld()
    world.channels.push({ id: 'hidden', name, isOurs: true, isPrivate: false, purpose: '', members: [] })
    world.answer('create', { answer: { kind: 'unclear', reason: 'ECONNRESET' } })
    await world.press()
    await world.pass(50)
    expect((await world.room())?.name).toBe(name)
    await world.pass(30)
    expect((await world.room())?.name).toBe(`${name}-2`)
  })

  it('is the one that was made for the same spike before the store was lost, and not that of another spike', async () => {
    for (const [purpose, wanted] of [
      [`The spike: https://a.example${mark}`, 'C5'],
      ['The spike: https://a.example/archives/C1/p1', 'C91'],
    ]) {
      const world = createRoomWorld()
      world.channels.push({
        id: 'C5',
        name,
        isOurs: true,
        isPrivate: false,
        purpose: purpose ?? '',
        members: [],
      })
      await world.press()
      await world.pass(10)
      expect((await world.room())?.channel).toBe(wanted)
    }
  })

  it('is not one that another room has, or that is public if the room is private', async () => {
    const world = createRoomWorld({ isPrivate: true })
    world.channels.push({ id: 'C5', name, isOurs: true, isPrivate: false, purpose: '', members: [] })
    await world.press()
    await world.pass(10)
    expect((await world.room())?.channel).toBe('C91')
    expect(world.channels[1]).toMatchObject({ name: `${name}-2`, isPrivate: true })
  })

  it('two spikes of alerts with the same name get two rooms with two names', async () => {
    const world = createRoomWorld()
    await world.press()
    await world.press({ card: { channel: 'C2', ts: '1.000000' } })
    world.answer('create', lost)
    await world.pass(15)
    expect(world.channels.map((channel) => channel.name)).toEqual([name, `${name}-2`])
    const found = (await world.rooms.all()).map(({ channel }) => channel)
    expect(new Set(found).size).toBe(2)
  })

  it('leaves out the words of the alert if Slack refuses them', async () => {
    const world = createRoomWorld()
    world.answer('create', refusedWith('invalid_name_specials'))
    await world.press()
    await world.pass(10)
    expect(world.channels.map((channel) => channel.name)).toEqual(['crisis-2026-11-23'])
  })

  it('is not made if Slack refuses it, and who pressed is told why and can press again', async () => {
    const world = createRoomWorld()
    world.answer('create', refusedWith('missing_scope'))
    await world.press()
    await world.pass(10)
    expect(world.said).toEqual(['not opened: missing_scope'])
    expect(await world.room()).toBeUndefined()
    await world.press()
    await world.pass(10)
    expect(world.channels).toHaveLength(1)
  })

  it('is not made if the spike is over before Slack was asked', async () => {
    const world = createRoomWorld()
    await world.press()
    world.state.spike = 'over'
    await world.pass(10)
    expect([world.channels, world.said]).toEqual([[], ['not opened: over']])
  })
})

describe('the people of a room', () => {
  it('who cannot be invited are named, and all others are in it', async () => {
    const world = createRoomWorld()
    world.people.onWatch = 'UWATCH'
    world.presence.set('ULEFT', 'gone')
    const users = ['UOPEN', 'ULEFT', 'UGUEST', 'UEXTERN', 'UIN', 'UODD']
    world.state.notified = { users, groups: ['S1'], here: true }
    await world.press()
    world.answer(
      'invite',
      ...[lost, refusedWith('already_in_channel'), refusedWith('already_in_channel')],
      ...[
        refusedWith('user_is_ultra_restricted'),
        refusedWith('already_in_channel'),
        refusedWith('cant_invite'),
      ],
    )
    await world.pass(30)
    const outcomes = (await world.room())?.invitees?.map(({ user, role, outcome }) => [user, role, outcome])
    expect(outcomes).toEqual([
      ['UOPEN', 'opener', 'in'],
      ['UWATCH', 'watch', 'in'],
      ['ULEFT', 'notify', 'left'],
      ['UGUEST', 'notify', 'guest'],
      ['UEXTERN', 'notify', 'external'],
      ['UIN', 'notify', 'in'],
      ['UODD', 'notify', 'refused'],
      ['UGROUP', 'notify', 'in'],
    ])
  })

  it('of a private alert are only those who may see it', async () => {
    const world = createRoomWorld()
    world.people.mayNotSee.add('UOTHER')
    world.state.notified = { users: ['UOTHER', 'UINSIDE'], groups: [], here: false }
    await world.press()
    await world.pass(10)
    expect(world.channels[0]?.members).toEqual(['UOPEN', 'UINSIDE'])
    expect((await world.room())?.invitees?.find(({ user }) => user === 'UOTHER')?.outcome).toBe('private')
  })

  it('are counted if they are too many or in a group that Slack does not show', async () => {
    const world = createRoomWorld()
    world.answer('membersOfGroup', refusedWith('missing_scope'))
    const users = Array.from({ length: 60 }, (_, at) => `U${at}`)
    world.state.notified = { users, groups: ['S1'], here: false }
    await world.press()
    await world.pass(10)
    expect(world.channels[0]?.members).toHaveLength(50)
    expect((await world.room())?.notAsked).toEqual({ people: 11, groups: 1 })
  })
})

describe('the numbers of a room', () => {
  async function withRoom(canvas?: ReturnType<typeof refusedWith>, pin?: ReturnType<typeof refusedWith>) {
    const world = createRoomWorld()
    if (pin !== undefined) world.answer('pin', pin)
    if (canvas !== undefined) world.answer('createCanvas', canvas)
    await world.press()
    await world.pass(10)
    expect(await world.asked()).toHaveLength(1)
    await world.posted('welcome')
    await world.pass(5)
    world.calls.length = 0
    return world
  }

  it('are in the canvas and in the first message, which change at most once a minute, and only if they have changed', async () => {
    const world = await withRoom()
    for (let minute = 0; minute < 10; minute++) {
      if (minute < 5) world.state.pace = `${minute} mentions in the last hour`
      await world.pass(30)
      if (minute < 5) world.state.pace = `${minute} and a half`
      await world.pass(30)
    }
    const edits = world.calls.filter((one) => one === 'editCanvas').length
    expect(edits).toBeGreaterThanOrEqual(4)
    expect(edits).toBeLessThanOrEqual(6)
    expect(world.canvases.get('C90')).toContain('4 and a half')
    expect(world.calls.filter((one) => one === 'update')).toHaveLength(edits)
    expect(world.calls).toHaveLength(2 * edits)
  })

  it('are in a pinned message if the workspace has no canvases', async () => {
    for (const code of [
      'canvas_disabled_user_team',
      'free_team_canvas_tab_already_exists',
      'team_tier_cannot_create_channel_canvases',
      'missing_scope',
      'a_new_code',
    ]) {
      const world = await withRoom(refusedWith(code))
      expect((await world.room())?.board).toEqual({ kind: 'message', isPinned: true })
      await world.pass(120)
      world.state.pace = '9 mentions in the last hour'
      await world.pass(120)
      expect(world.calls.filter((one) => one !== 'update')).toEqual([])
      expect(world.calls.length).toBeLessThanOrEqual(3)
    }
  })

  it.each([
    ['already_pinned', true],
    ['too_many_pins', false],
  ])(
    'are in a message that counts as pinned or not, if Slack answers the pin with %s',
    async (code, isPinned) => {
      const world = await withRoom(refusedWith('canvas_disabled_user_team'), refusedWith(code))
      expect((await world.room())?.board).toEqual({ kind: 'message', isPinned })
    },
  )

  it('move into the message if somebody deletes the canvas', async () => {
    const world = await withRoom()
    world.state.pace = '9 mentions in the last hour'
    world.answer('editCanvas', refusedWith('canvas_not_found'))
    await world.pass(130)
    expect((await world.room())?.board).toEqual({ kind: 'message', isPinned: true })
    expect(world.calls).toContain('update')
  })

  it('are in the canvas that was made before the answer of Slack was lost', async () => {
    const world = createRoomWorld()
    await world.press()
    world.answer('createCanvas', lost)
    await world.pass(5)
    world.restart()
    await world.pass(20)
    expect((await world.room())?.board).toEqual({ kind: 'canvas', id: 'C90' })
    expect(world.calls.filter((one) => one === 'createCanvas')).toHaveLength(2)
  })

  it('wait as long as Slack asks', async () => {
    const world = await withRoom()
    world.state.pace = '9 mentions in the last hour'
    world.answer('editCanvas', { answer: { kind: 'later', afterMs: 300_000, reason: 'ratelimited' } })
    await world.pass(240)
    expect(world.calls.filter((one) => one === 'editCanvas')).toHaveLength(1)
    await world.pass(240)
    expect(world.canvases.get('C90')).toContain('9 mentions')
  })

  it('end with the spike: the report is asked for once, and the channel is archived only if somebody wants it', async () => {
    const world = await withRoom()
    world.state.spike = 'over'
    await world.pass(30)
    expect(await world.asked()).toEqual([
      'room welcome C1 1795442400.000100',
      'room report C1 1795442400.000100',
    ])
    expect(world.canvases.get('C90')).toContain('The spike is over.')
    await world.posted('report')
    await world.pass(600)
    expect(world.calls).not.toContain('archive')
    world.answer('archive', refusedWith('restricted_action'))
    await world.change((room) => ({ ...room, archive: 'UOPEN' }))
    await world.pass(10)
    expect(world.said).toEqual(['not archived: restricted_action'])
    await world.change((room) => ({ ...room, archive: 'UOPEN' }))
    await world.pass(10)
    expect((await world.room())?.over).toBe('archived')
  })

  it('end without anything else if somebody archives or deletes the channel', async () => {
    const world = await withRoom()
    world.state.pace = '9 mentions in the last hour'
    world.answer('editCanvas', refusedWith('is_archived'))
    await world.pass(200)
    expect((await world.room())?.over).toBe('lost')
    expect(world.calls).toEqual(['editCanvas'])
  })
})
