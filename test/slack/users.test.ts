import { expect, it } from 'vitest'
import { createUsers } from '../../src/slack/users.ts'
import { connected } from '../tools/slack-client.ts'

const ana = 'U0000000ANA'
const ben = 'U0000000BEN'

async function open(
  channels: { id: string; members: string[]; isPrivate?: boolean; botIsMember?: boolean }[],
  locale?: string,
) {
  const { workspace, client } = await connected({
    users: [
      { id: ana, name: 'ana', ...(locale !== undefined && { locale }) },
      { id: ben, name: 'ben' },
    ],
    channels: channels.map((channel) => ({ name: channel.id.toLowerCase(), botIsMember: true, ...channel })),
  })
  const calls = (method: string) => workspace.control.calls(method).length
  return { workspace, client, calls, users: createUsers(client, workspace.clock.now) }
}

it('one request is enough to check if a person is in a channel of 50,000 people', async () => {
  const crowd = Array.from({ length: 50_000 }, (_, index) => `U${index}`)
  const { users, calls } = await open([{ id: 'C1', members: [...crowd, ana] }])
  expect(await users.isMember(ana, 'C1')).toBe(true)
  expect(await users.isMember(ben, 'C1')).toBe(false)
  expect([calls('users.conversations'), calls('conversations.members')]).toEqual([2, 0])
})

it('the channels of a person are read from all pages of Slack’s list', async () => {
  const channels = Array.from({ length: 1200 }, (_, index) => ({ id: `C${index}`, members: [ana] }))
  const { users, calls } = await open(channels)
  expect((await users.channelsOf(ana))?.size).toBe(1200)
  expect(await users.isMember(ana, 'C1199')).toBe(true)
  expect(calls('users.conversations')).toBe(2)
})

it('a private channel counts among a person’s channels only if the bot is in the channel', async () => {
  const { users } = await open([
    { id: 'C1', members: [ana], isPrivate: true },
    { id: 'C2', members: [ana], isPrivate: true, botIsMember: false },
  ])
  expect(await users.channelsOf(ana)).toEqual(new Set(['C1']))
})

it('a person who leaves a channel counts as a member for at most ten seconds more', async () => {
  const { users, workspace, client } = await open([{ id: 'C1', members: [ana] }])
  expect(await users.isMember(ana, 'C1')).toBe(true)
  client.users.conversations = async () => ({ ok: true, channels: [] })
  workspace.clock.advance(10_001)
  expect(await users.isMember(ana, 'C1')).toBe(false)
})

it('nobody counts as a member while Slack responds with an error, and the next check asks Slack again', async () => {
  const { users, workspace } = await open([{ id: 'C1', members: [ana] }])
  workspace.control.fault({ method: 'users.conversations', times: 1, act: { do: 'status', status: 503 } })
  expect(await users.channelsOf(ana)).toBeUndefined()
  workspace.control.fault({ method: 'users.conversations', times: 1, act: { do: 'status', status: 503 } })
  expect(await users.isMember(ana, 'C1')).toBe(false)
  expect(await users.isMember(ana, 'C1')).toBe(true)
})

it.each([
  ['a full member', {}, false],
  ['a guest of several channels', { is_restricted: true }, true],
  ['a guest of one channel', { is_restricted: true, is_ultra_restricted: true }, true],
])(
  'the bot reads the name and the workspace id of %s of another workspace, and if that person is a guest',
  async (_who, flags, isGuest) => {
    const { users, client } = await open([])
    client.users.info = async () => ({
      ok: true,
      user: {
        id: ana,
        name: 'ana',
        team_id: 'T9',
        profile: { display_name: ' ' },
        real_name: 'Ana B',
        ...flags,
      },
    })
    const about = { name: 'Ana B', isGuest, isBot: false, isDeactivated: false, teamId: 'T9' }
    expect(await users.find(ana)).toEqual(about)
  },
)

it.each([
  ['an app', 'U0000000APP', true],
  ['Slackbot, of which Slack says that it is no bot', 'USLACKBOT', false],
])('%s counts as an app, whom nobody can send a direct message', async (_what, id, isBotToSlack) => {
  const { users, client } = await open([])
  client.users.info = async () => ({ ok: true, user: { id, name: 'one', is_bot: isBotToSlack } })
  expect(await users.find(id)).toMatchObject({ isBot: true })
  expect(await users.presenceOf(id)).toBe('gone')
})

it('the details of a person are cached for a minute and the name for an hour', async () => {
  const { users, workspace, calls } = await open([])
  await users.find(ana)
  workspace.clock.advance(60_000)
  await users.find(ana)
  expect(calls('users.info')).toBe(1)
  workspace.clock.advance(1)
  await users.find(ana)
  expect(calls('users.info')).toBe(2)
  workspace.clock.advance(3_600_000)
  expect(await users.nameOf(ana)).toBe('ana')
  expect(calls('users.info')).toBe(2)
})

it('a person is shown by their id until Slack returns the name', async () => {
  const { users, workspace } = await open([])
  workspace.control.fault({ method: 'users.info', times: 1, act: { do: 'status', status: 503 } })
  expect([await users.nameOf(ana), await users.nameOf(ana)]).toEqual([ana, 'ana'])
})

it('the language of a person is asked for once an hour, and what Slack has said last is known at once', async () => {
  const { users, workspace, calls } = await open([], 'de-AT')
  expect(users.knownLanguageOf(ana)).toBeUndefined()
  expect([await users.languageOf(ana), users.knownLanguageOf(ana)]).toEqual(['de-AT', 'de-AT'])
  expect(await users.languageOf(ben)).toBe('en-US')
  expect(calls('users.info')).toBe(2)
  workspace.clock.advance(3_600_001)
  workspace.control.fault({ method: 'users.info', times: 1, act: { do: 'status', status: 503 } })
  expect([users.knownLanguageOf(ana), await users.languageOf(ana)]).toEqual(['de-AT', undefined])
})
