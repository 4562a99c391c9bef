export const compose = {}
