// Dragging by keyboard: Space picks up and drops, Escape puts back, and every other key may lead to another place. The library's
// own sensor moves by coordinates, which scrolls past what is meant.
import type { Activators, SensorInstance, SensorProps } from '@dnd-kit/core'
import type { KeyboardEvent as KeyPress } from 'react'

export interface KeySensorOptions {
  readonly onPickUp: (card: HTMLElement | null) => void
  /** Goes where the key leads; false for a key that leads nowhere. */
  readonly onKey: (event: KeyboardEvent) => boolean
}

export class KeySensor implements SensorInstance {
  autoScrollEnabled = false
  readonly #props: SensorProps<KeySensorOptions>
  readonly #ended = new AbortController()
  #steps = 0

  static activators: Activators<KeySensorOptions> = [
    {
      eventName: 'onKeyDown',
      handler: (event: KeyPress, _options, { active }) => {
        const activator = active.activatorNode.current
        if (event.nativeEvent.code !== 'Space' || (activator !== null && event.target !== activator))
          return false
        event.preventDefault()
        return true
      },
    },
  ]

  constructor(props: SensorProps<KeySensorOptions>) {
    this.#props = props
    props.options.onPickUp(props.activeNode.node.current)
    props.onStart({ x: 0, y: 0 })
    const { signal } = this.#ended
    // The press that began it is still on its way.
    setTimeout(() => document.addEventListener('keydown', this.#press, { signal, capture: true }))
    window.addEventListener('blur', this.#cancel, { signal })
  }

  readonly #cancel = () => {
    this.#ended.abort()
    this.#props.onCancel()
  }

  readonly #press = (event: KeyboardEvent) => {
    if (event.code === 'Escape') this.#cancel()
    else if (event.code === 'Space' || event.code === 'Enter') {
      this.#ended.abort()
      this.#props.onEnd()
    } else if (this.#props.options.onKey(event)) {
      this.#steps += 1
      // Any other place than before has the drag look again.
      this.#props.onMove({ x: this.#steps % 2, y: 0 })
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
}
