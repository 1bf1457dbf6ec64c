import type { Change, Snapshot } from '../../events.ts'
import { apply } from './apply.ts'
import { markKey } from './choose.ts'
import { authorName } from './names.ts'
import { withNotice } from './notices.ts'
import { spokenText } from './spoken.ts'
import type { State } from './state.ts'

/** The state after a change of the workspace: the change itself, and what it means for who looks at the page. */
export function receive(state: State, change: Change): State {
  const world = apply(state.world, change)
  switch (change.type) {
    case 'message_posted':
      return afterPost({ ...state, world }, change.channel, change.message)
    case 'ephemeral_posted':
      return afterEphemeral({ ...state, world }, change.ephemeral)
    case 'view_updated':
    case 'view_closed':
      return { ...state, world, viewErrors: {} }
    case 'notice':
      return { ...state, notices: withNotice(state, change.notice.user, change.notice.text) }
    case 'clock':
      return { ...state, world, clockOffset: change.now - Date.now() }
    case 'reset':
      return afterReset(state, world)
    default:
      return { ...state, world }
  }
}

function afterPost(state: State, channel: string, message: Snapshot['messages'][string][number]): State {
  const isHere = state.place.kind === 'channel' && state.place.channel === channel
  if (!isHere) return state
  return {
    ...state,
    ...roomFor(state),
    readMarks: { ...state.readMarks, [markKey(state.me, channel)]: message.ts },
    announced: `${authorName(state.world, message)}: ${spokenText(message.text)}`,
  }
}

function afterEphemeral(state: State, { user, message }: Snapshot['ephemerals'][number]): State {
  if (user !== state.me) return state
  const said = `${authorName(state.world, message)}, only visible to you: ${spokenText(message.text)}`
  return { ...state, ...roomFor(state), announced: said }
}

/** While a menu is open, no message leaves at the top: the menu could be its own. */
function roomFor({ openMenu, mostShown }: State): Pick<State, 'mostShown'> {
  return { mostShown: openMenu === undefined ? mostShown : mostShown + 1 }
}

/** A workspace that starts anew has other messages, and perhaps other channels. */
function afterReset(state: State, world: Snapshot): State {
  const { place } = state
  const isThere = place.kind === 'home' || world.channels.some((one) => one.id === place.channel)
  const first = world.channels[0]
  return {
    ...state,
    world,
    place: isThere || !first ? place : { kind: 'channel', channel: first.id },
    thread: undefined,
    inspected: undefined,
    viewErrors: {},
    readMarks: {},
  }
}
