import { sdkLogger } from '@overheard/post-once/client'
import { registerListeners } from '../listeners/register.ts'
import { problemTexts, stoppedNames } from '../messages/problems/problem-texts.ts'
import { connectSlack } from '../slack/connection.ts'
import { onOwnPost } from '../slack/post-events.ts'
import type { Base, SettingsRooms } from './rooms-for-settings.ts'

type Register = Parameters<typeof connectSlack>[0]['register']

type Listened = Parameters<typeof registerListeners>[1] &
  Pick<SettingsRooms, 'clock' | 'log' | 'outbox' | 'installations'>

/** Returns what registers the listeners of commands, buttons and events of Slack. */
export function listenersOf(rooms: Listened): Register {
  const { clock, log, installations } = rooms
  const { outboxMemory } = rooms.outbox
  const hearOwnPosts: Register = (bolt) =>
    onOwnPost(bolt, (channel, message) => {
      if (outboxMemory.announced().length === 0)
        log.info(
          {},
          "Slack sends events for posted messages; if Slack's answer to a post is lost, its event confirms the post, usually without a search of the channel",
        )
      outboxMemory.addAnnounced({ channel, message, at: clock.steady() })
      installations.saw(message)
    })
  return (bolt) => {
    hearOwnPosts(bolt)
    registerListeners(bolt, rooms)
  }
}

/** Connects to the commands, buttons and events of Slack. */
export function connectPeople(
  {
    settings: { environment },
    runtime,
    cleanup,
    log,
    slack,
    health,
    installations,
  }: Pick<Base, 'settings' | 'runtime' | 'cleanup' | 'log' | 'slack' | 'health' | 'installations'>,
  register: Register,
) {
  const { now, setTimer } = runtime
  const connection = connectSlack({
    apiUrl: environment.SLACK_API_URL,
    dispatcher: slack.dispatcher,
    botToken: environment.SLACK_BOT_TOKEN,
    appToken: environment.SLACK_APP_TOKEN,
    signingSecret: environment.SLACK_SIGNING_SECRET,
    register,
    problemOf: (reason) => ({ stops: stoppedNames.commands(), ...problemTexts.slackConnection(reason) }),
    problems: health.problems,
    counted: installations.connected,
    now,
    setTimer,
    sleep: runtime.nap,
    stopping: runtime.stopping,
    log,
    logger: sdkLogger(log),
  })
  cleanup.add(connection.stop)
  return connection
}
