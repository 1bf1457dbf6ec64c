import type { Content } from './content.ts'
import { digest } from './identity.ts'

const nobody = { name: '', url: '', avatar: '', audience: 0 }

/** What an item needs to be known again: its title and address. A digest tells if the rest of it is edited. */
export function withoutText({ title, url, kind, isOld, ...rest }: Content): Content {
  const dropped = digest(JSON.stringify(rest))
  return { title, text: '', url, links: [], kind, author: nobody, ...(isOld && { isOld }), dropped }
}
