export const cloud = {}
