import { madeUpMessage } from '../../../src/features/drill/made-up.ts'
import { drillMessage, drillReport, marked, withAnswerButton } from '../../../src/features/drill/messages.ts'
import { scenarios } from '../../../src/features/drill/model.ts'
import { textMessage } from '../../../src/messages/kit/block-kit.ts'
import { emptyMenu } from '../../../src/messages/mention/card-menu.ts'
import { at, type MessageKind, type Names, type ViewKind } from '../../tools/message-kinds.ts'
import { subscriptionOf } from '../../tools/story-world.ts'

export function messageKinds({ alert, person, typed }: Names): MessageKind[] {
  const subscription = subscriptionOf({ burst: 3 })
  const answers = [{ user: 'U2', name: person, at: at + 60_000 }]
  const drills = scenarios.map((scenario): MessageKind => {
    const made = madeUpMessage(scenario, {
      subscription,
      alertName: alert,
      layout: {},
      menu: emptyMenu,
      now: at,
    })
    const about = {
      id: 'drill 1',
      channel: 'C1',
      alert: '7',
      subscription: 'acme',
      startedAt: at,
      by: person,
    }
    const content = drillMessage({ ...about, content: marked(made, person), answers })
    const by = scenario === 'urgent' ? 'drillMessage' : 'madeUpMessage'
    return { by, kind: `drill of kind ${scenario}`, content, subject: 'Drill' }
  })
  const about = { subscription: typed('acme'), postedAt: at, tookMs: 900_000 }
  const call = textMessage('Nobody has claimed this for 15 min')
  return [
    ...drills,
    {
      by: 'withAnswerButton',
      kind: 'call of a drill',
      content: withAnswerButton(marked(call, person), 'C1', 'drill 1'),
      subject: 'Drill',
    },
    {
      by: 'marked',
      kind: 'call of a drill in the channel',
      content: marked(call, person),
      subject: 'Drill',
    },
    {
      by: 'drillReport',
      kind: 'report of a drill',
      content: drillReport({
        ...{ ...about, scenario: 'urgent', answers },
        ...{ missing: [typed('Ben Okafor'), typed('Cara Novak')], others: 'groups' },
      }),
      subject: 'Practice alarm over',
    },
    {
      by: 'drillReport',
      kind: 'report of a drill that nobody answered',
      content: drillReport({ ...about, scenario: 'spike', answers: [], missing: [], others: undefined }),
      subject: 'Practice alarm over',
    },
  ]
}

export const viewKinds = (): ViewKind[] => []
