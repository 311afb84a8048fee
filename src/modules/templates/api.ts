/** Offers to other modules the form in which answers show templates. */
export { Component, Template } from './model.ts';
