/** 0 to 1 from the left and from the top. */
export interface Position {
  readonly x: number
  readonly y: number
}

export interface PersonOnPicture extends Position {
  readonly username: string
}

const STEPS: Readonly<Record<string, Position>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
/** With Shift a large one. */
const STEP = { small: 0.02, large: 0.1 }

/** Position after a key press; null for keys that do not move. */
export function nextPosition(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  from: Position,
  { small, large } = STEP,
): Position | null {
  const step = STEPS[key]
  const size = shiftKey ? large : small
  return step ? clampToPicture({ x: from.x + step.x * size, y: from.y + step.y * size }) : null
}

/** The same place in a stylesheet. */
export function placeOf({ x, y }: Position) {
  return { left: `${x * 100}%`, top: `${y * 100}%` }
}

export function positionOf(
  box: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
  { clientX, clientY }: Pick<MouseEvent, 'clientX' | 'clientY'>,
): Position {
  return clampToPicture({ x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height })
}

/** Within the picture, and no finer than anyone can see. */
function clampToPicture({ x, y }: Position): Position {
  const within = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1_000) / 1_000
  return { x: within(x), y: within(y) }
}
