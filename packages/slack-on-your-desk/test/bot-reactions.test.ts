import { expect, it } from 'vitest'
import { clientOf, openWorkspace } from './open.ts'

const channel = 'C000GENERAL'

it('the bot adds a reaction to a message in the sandbox’s Slack and removes it, and Slack’s error codes refuse repeats', async () => {
  const workspace = await openWorkspace({ scopes: ['reactions:write'] })
  const { reactions } = clientOf(workspace)
  const { ts: timestamp } = workspace.people.post('ana', { channel, text: 'hello' })
  const eyes = { channel, timestamp, name: 'eyes' }
  const shown = () => workspace.control.messages('general')[0]?.reactions
  await reactions.add(eyes)
  expect(shown()).toEqual([{ name: 'eyes', users: ['U00000000BOT'], count: 1 }])
  await expect(reactions.add(eyes)).rejects.toThrow('already_reacted')
  await reactions.remove(eyes)
  expect(shown()).toBeUndefined()
  await expect(reactions.remove(eyes)).rejects.toThrow('no_reaction')
  await expect(reactions.add({ ...eyes, timestamp: '1.000000' })).rejects.toThrow('message_not_found')
})

it('users.list of the sandbox’s Slack pages through all people and the bot', async () => {
  const workspace = await openWorkspace({ scopes: ['users:read'] })
  const names: unknown[] = []
  for await (const page of clientOf(workspace).paginate('users.list', { limit: 2 }))
    if ('members' in page && Array.isArray(page.members)) names.push(page.members.map(({ name }) => name))
  expect(names).toEqual([['your-app', 'ana'], ['ben', 'kim'], ['mei']])
})
