<?php
// `php -S localhost:9000 receive.php` serves it.
$key = base64_decode(preg_replace('/^whsec_/', '', getenv('GATEHOUSE_SECRET')));
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$body = file_get_contents('php://input');

http_response_code(401);
$isRecent = preg_match('/^\d{1,12}$/', $timestamp) && abs(time() - (int) $timestamp) <= 300;
$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
$isSigned = false;
foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
    $isSigned = hash_equals($expected, $signature) || $isSigned;
}

if ($isRecent && $isSigned) {
    http_response_code(200);
    $event = json_decode($body, true);
    error_log("{$event['event']} {$event['id']}");
}
