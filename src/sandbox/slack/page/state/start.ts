import type { Snapshot } from '../../events.ts'
import { markKey } from './choose.ts'
import type { State } from './state.ts'

/** The state when the page has just heard what there is. All of it counts as read. */
export function startState(world: Snapshot): State {
  const people = world.people.filter((one) => !one.isBot)
  const general = world.channels.find((one) => one.kind !== 'im' && one.botIsMember) ?? world.channels[0]
  return {
    world,
    clockOffset: world.now - Date.now(),
    isLive: true,
    me: people[0]?.id ?? '',
    place: general ? { kind: 'channel', channel: general.id } : { kind: 'home' },
    thread: undefined,
    tool: undefined,
    inspected: undefined,
    unfolded: new Set(),
    isDrawerOpen: false,
    readMarks: Object.fromEntries(people.flatMap(({ id }) => marksOf(world, id))),
    drafts: {},
    working: new Set(),
    openMenu: undefined,
    question: undefined,
    notices: [],
    viewErrors: {},
    suggestions: {},
    completion: undefined,
    mostShown: 100,
    announced: '',
    scheme: undefined,
    demo: undefined,
  }
}

function marksOf(world: Snapshot, person: string): [string, string][] {
  return Object.entries(world.messages).map(([channel, messages]) => [
    markKey(person, channel),
    messages.at(-1)?.ts ?? '',
  ])
}
