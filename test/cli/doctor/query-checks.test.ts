import { expect, it } from 'vitest'
import { queryChecks } from '../../../src/cli/doctor/source-checks.ts'

const settings = (listen: object | undefined) =>
  ({ configuration: { listen } }) as unknown as Parameters<typeof queryChecks>[0]

const findings = async (
  refused: { name: string; query: string; problem: string }[],
  unlikely: { what: string; whatToDo: string }[] = [],
) => {
  const [check] = queryChecks(
    settings({ alerts: [] }),
    async () => refused,
    async () => unlikely,
  )
  return check?.run()
}

it('the doctor names each query of Slack that would be refused today, with what to write', async () => {
  const problem = 'Operators have capitals. (at character 6; write acme OR app)'
  expect(await findings([{ name: 'Acme', query: 'acme or app', problem }])).toEqual([
    {
      level: 'warning',
      what: 'The query of the alert Acme would be refused today, and finds its words as they are written: acme or app',
      whatToDo: `Edit it with \`/mentions alerts\`: ${problem}`,
    },
  ])
})

it('the doctor says that all queries are understood, and nothing without listen', async () => {
  expect(await findings([])).toEqual([{ level: 'fine', what: 'All queries are understood.' }])
  expect(
    queryChecks(
      settings(undefined),
      async () => [],
      async () => [],
    ),
  ).toEqual([])
})

it('the doctor warns of queries that will probably find nothing', async () => {
  const unlikely = [
    { what: 'alert Acme: -acme removes everything that acme finds.', whatToDo: 'Take it out.' },
  ]
  expect(await findings([], unlikely)).toEqual([{ level: 'warning', ...unlikely[0] }])
})
