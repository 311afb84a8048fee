/** What the node throws: the text of the failure, with what it says besides. */
class NodeFailure extends Error {
  constructor(_node, failure, more = {}) {
    super(typeof failure === 'string' ? failure : failure.message);
    this.description = more.description ?? failure.description;
  }
}

exports.NodeOperationError = class NodeOperationError extends NodeFailure {};
exports.NodeApiError = class NodeApiError extends NodeFailure {};
