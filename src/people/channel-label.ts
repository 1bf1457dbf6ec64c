import { messages } from '../messages/kit/say.ts'
import { en } from './texts.en.ts'

const say = messages(en, (language) => import(`./texts.${language}.ts`))

type ListChannels = { list(): Promise<{ id: string; name: string }[]> }

/** Returns, for example, “#general” for the id of a channel. */
export async function channelLabel(channels: ListChannels, written: string): Promise<string> {
  if (written.startsWith('D')) return say.directMessages()
  const list = await channels.list().catch(() => [])
  const found = list.find(({ id }) => id === written)
  return found === undefined ? written : `#${found.name}`
}
