import { expect, it } from 'vitest'
import { goodTokens, openWorld } from '../../cli/setup/setup-world.ts'

const steps = (world: Parameters<typeof goodTokens>[0]) => [...goodTokens(world), 'acme brand', 'general']
const users = [
  { id: 'U0000000ANA', name: 'ana', displayName: 'Ana Ruiz' },
  { id: 'U00000GUEST', name: 'gus', displayName: 'Gus Guest', kind: 'guest' as const },
  { id: 'U0000000BEN', name: 'ben', displayName: 'Ben Berg' },
]

it('the setup asks who is told when something stops, and writes the chosen person as the owner', async () => {
  const world = await openWorld({ users })
  const { code, said } = await world.setUp([...steps(world), 'ana'])
  expect(code).toBe(0)
  expect(said).toMatch(/ {2}Ana Ruiz\n {2}Ben Berg\n[\s\S]*Who gets a direct message when something stops\?/)
  expect(said).not.toContain('Gus Guest')
  expect(said).not.toContain('To hear in Slack when something stops')
  expect(await world.read('configuration')).toContain('\nowner: U0000000ANA # Ana Ruiz\n')
})

it.each([
  ['answers nobody', ['']],
  ['ends the setup at that question', []],
])(
  'the setup is complete without an owner if the person %s, and says which line to write',
  async (_what, answers) => {
    const world = await openWorld({ users })
    const { code, said } = await world.setUp([...steps(world), ...answers])
    expect(code).toBe(0)
    expect(said).toContain('`owner: U0123456789`')
    expect(await world.read('configuration')).not.toContain('owner')
  },
)

it('the setup does not ask for the owner if the file has one', async () => {
  const world = await openWorld({ users })
  await world.write('configuration', 'owner: U0000000BEN\n')
  const { said } = await world.setUp(steps(world))
  expect(said).not.toContain('Who gets a direct message')
})

it('the setup does not ask for the owner if whoever installed the app refused direct messages', async () => {
  const world = await openWorld({ users })
  const { control, seed } = world.workspace
  control.setScopes(
    'bot',
    seed.scopes.bot.filter((scope) => scope !== 'im:write'),
  )
  const { code, said } = await world.setUp(steps(world))
  expect(code).toBe(0)
  expect(said).not.toContain('Who gets a direct message')
})

it('the setup says why it cannot list the people, and is complete without an owner', async () => {
  const world = await openWorld({ users })
  world.workspace.control.fault({ method: 'users.list', act: { do: 'error', error: 'missing_scope' } })
  const { code, said } = await world.setUp(steps(world))
  expect(code).toBe(0)
  expect(said).toContain('This token lacks a permission that is needed here. (missing_scope)')
})
