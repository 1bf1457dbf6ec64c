import { type Logger, LogLevel } from '@slack/web-api'

/** What Slack answers where a join was not needed: the SDK logs it as a warning, and it warns of nothing. */
const commonplace = 'already_in_channel'

/** The log lines of Slack's SDK, into ours; its chatter below a warning is left out. */
export function sdkLogger(log: { warn(text: string): void; error(text: string): void }): Logger {
  const nothing = () => undefined
  return {
    debug: nothing,
    info: nothing,
    warn: (...words) => {
      if (words[0] !== commonplace) log.warn(words.map(String).join(' '))
    },
    error: (...words) => log.error(words.map(String).join(' ')),
    setLevel: nothing,
    getLevel: () => LogLevel.WARN,
    setName: nothing,
  }
}
