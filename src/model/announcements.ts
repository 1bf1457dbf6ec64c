/** Short messages between the processes of an installation. Each process hears all of them, also its own. */
export type Announcements = {
  announce(topic: string): Promise<void>
  /** `isOwn` is true if this process announced the topic. Without a topic, announcements may have been missed. */
  on(heard: (topic: string | undefined, isOwn: boolean) => void): void
}

/** A process that is alone has nobody to hear it. */
export const nobodyHears: Announcements = { announce: async () => undefined, on: () => undefined }

type Heard = Parameters<Announcements['on']>[0]

/** Nobody can stop listening to `announcements`, so parts that are replaced listen to this. */
export function createAnnouncementsOfParts({
  announce,
  on,
}: Announcements): Announcements & { forget(): void } {
  let listeners: Heard[] = []
  on((...news) => {
    for (const heard of listeners) heard(...news)
  })
  return {
    announce,
    on: (heard) => void listeners.push(heard),
    forget() {
      listeners = []
    },
  }
}
