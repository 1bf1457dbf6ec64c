import { directChannel } from './channels.ts'
import type { Ack, Deliver } from './delivery.ts'
import { type Context, newId } from './state.ts'
import { personOf, verificationToken } from './users/lookup.ts'

/** Sends an event of the Events API, where the app has subscribed to it. Undefined: it has not. */
export async function sendEvent(
  context: Context,
  deliver: Deliver,
  event: { type: string; [field: string]: unknown },
): Promise<Ack | undefined> {
  const { seed, state, clock } = context
  if (!seed.subscribedEvents.includes(event.type)) return undefined
  const authorization = {
    enterprise_id: null,
    team_id: seed.team.id,
    user_id: state.bot.userId,
    is_bot: true,
  }
  return deliver('events_api', {
    token: verificationToken,
    team_id: seed.team.id,
    api_app_id: seed.bot.appId,
    event: { ...event, event_ts: clock.nextTs() },
    type: 'event_callback',
    event_id: newId(state, 'Ev'),
    event_time: Math.floor(clock.now() / 1000),
    authorizations: [{ ...authorization, is_enterprise_install: false }],
    is_ext_shared_channel: false,
  })
}

/** Opens the app's home tab as a person. */
export async function openHome(context: Context, deliver: Deliver, user: string): Promise<Ack | undefined> {
  const person = personOf(context, user)
  const view = context.state.homes.get(person.id)
  const { channel } = directChannel(context, person.id)
  const event = { type: 'app_home_opened', user: person.id, channel: channel.id, tab: 'home' }
  return sendEvent(context, deliver, view ? { ...event, view } : event)
}
