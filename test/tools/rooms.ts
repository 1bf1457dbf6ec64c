import type { Rooms } from '../../src/kernel/rooms.ts'

type Given = { [Room in keyof Rooms]?: Partial<Rooms[Room]> }

function onlyThese<Named extends object>(what: string, given: Named): Named {
  return new Proxy(given, {
    get(target, name) {
      if (!Reflect.has(target, name)) throw new Error(`the ${what} ${String(name)} is not given`)
      return Reflect.get(target, name)
    },
  })
}

/** The rooms for the features of a test, which may use only these members. */
export function roomsOf(given: Given): Rooms {
  const rooms = Object.entries(given).map(([name, room]) => [name, onlyThese(`member of ${name}:`, room)])
  return onlyThese('room', Object.fromEntries(rooms))
}
