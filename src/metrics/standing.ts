import { Gauge, type Registry } from 'prom-client'
import type { RequestBudget } from '../mentions/budget.ts'
import type { ProblemBoard } from '../troubles.ts'
import type { Lag } from '../watching/lag.ts'

/** What is read at the moment somebody asks for the metrics. */
export type MetricSources = {
  budget: Pick<RequestBudget, 'left'>
  troubles: Pick<ProblemBoard, 'standing'>
  watching: { behind(): Promise<Lag[]>; lag(): number }
}

/** As many subscriptions have a line of their own: the ones furthest behind. A thousand lines would cost more than they tell. */
export const mostNamed = 50

/** Said of every lag: on a database each process tells the same one, so adding them up would tell it too often. */
const ofAll =
  'On a database it is that of all processes together, told by each of them: aggregate with max().'

/** Shows lag, budget and troubles as they stand. */
export function registerGauges(
  registry: Registry,
  { budget, troubles: problems, watching }: MetricSources,
): void {
  const registers = [registry]
  new Gauge({
    name: 'overheard_subscription_lag_seconds',
    help: `How long ago a subscription became due without having read to the end since: the ${mostNamed} furthest behind, the worst of all others as "other". ${ofAll}`,
    labelNames: ['subscription'],
    registers,
    async collect() {
      const behind = await watching.behind()
      this.reset()
      for (const { subscription, ms } of behind.slice(0, mostNamed)) this.set({ subscription }, ms / 1000)
      this.set({ subscription: 'other' }, (behind[mostNamed]?.ms ?? 0) / 1000)
    },
  })
  new Gauge({
    name: 'overheard_lag_seconds',
    help: `How long the longest waiting alert has been due. ${ofAll}`,
    registers,
    collect() {
      this.set(watching.lag() / 1000)
    },
  })
  new Gauge({
    name: 'overheard_subscriptions_behind',
    help: `How many subscriptions are due and have not read to the end since. ${ofAll}`,
    registers,
    async collect() {
      this.set((await watching.behind()).length)
    },
  })
  new Gauge({
    name: 'overheard_troubles',
    help: 'Troubles that stand; /readyz tells what to do about them.',
    registers,
    collect() {
      this.set(problems.standing().length)
    },
  })
  showBudget(registry, budget)
}

function showBudget(registry: Registry, budget: MetricSources['budget']): void {
  const of = (
    name: string,
    help: string,
    read: (left: Awaited<ReturnType<RequestBudget['left']>>) => number,
  ) =>
    new Gauge({
      name: `overheard_service_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.set(read(await budget.left()))
      },
    })
  of(
    'requests_left',
    'Requests to the mention service that are left within the minute.',
    (left) => left.requests,
  )
  of('requests_waiting', 'Requests that wait for the budget.', (left) => left.waiting)
  of(
    'pause_seconds',
    'How long the mention service asked to be left alone, from now on.',
    (left) => left.pausedForMs / 1000,
  )
}
